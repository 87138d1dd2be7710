import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import type { ColumnReading, RawCell } from '@heddle/contracts/dataset/import'
import { toText } from '@heddle/table/import/raw-text'
import { createCellReader } from '@heddle/table/import/read-cell'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#i18n/use-language.ts'
import classes from '../import.module.css'
import { formatCell } from './format-cell.ts'

type SampleListProps = {
  samples: readonly RawCell[]
  /** Where the cells go; null where they are left out. */
  target: DatasetColumn | null
  reading: ColumnReading
}

/** The first cells of a column as they are written, beside what they would be. */
export function SampleList({ samples, target, reading }: SampleListProps) {
  const { t } = useTranslation('import')
  const { tag } = useLanguage()
  const words = {
    yes: t('cell.yes'),
    no: t('cell.no'),
    formatNumber: (value: number) => new Intl.NumberFormat(tag, { maximumSignificantDigits: 15, useGrouping: false }).format(value),
  }
  const read = target && createCellReader(target, reading)
  if (samples.length === 0) return <p className={classes.noSamples}>{t('map.empty')}</p>
  return (
    <table className={classes.samples}>
      <thead>
        <tr>
          <th scope="col">{t('map.written')}</th>
          {target && <th scope="col">{t('map.read')}</th>}
        </tr>
      </thead>
      <tbody>
        {samples.map((sample, index) => {
          const result = read?.(sample)
          return (
            // oxlint-disable-next-line react/no-array-index-key -- They stay in their order, and may be equal.
            <tr key={index}>
              <td translate="no">{toText(sample)}</td>
              {target && result && (
                <td data-problem={'problem' in result || undefined}>
                  {'problem' in result ? t(`error.${result.problem}`) : formatCell(result.value, target, words) || t('cell.empty')}
                </td>
              )}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
