import type { Dataset } from '@heddle/contracts/dataset/dataset'
import type { ImportError } from '@heddle/contracts/dataset/import'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'
import { PagePicker } from '#shared/table/PagePicker.tsx'
import classes from '../import.module.css'
import { type PlanTable, toLetters } from '../mapping.ts'

type ErrorTableProps = { errors: readonly ImportError[]; dataset: Dataset; table: PlanTable }

const pageSize = 25

/** The cells that are not imported, by row and column of the file, and what is expected of each. */
export function ErrorTable({ errors, dataset, table }: ErrorTableProps) {
  const { t } = useTranslation('import')
  const localized = useLocalized()
  const [page, setPage] = useState(1)

  function describeColumn({ at, column: id }: ImportError): string {
    const header = table.columns.find((column) => column.at === at)?.header
    const column = dataset.columns.find((each) => each.id === id)
    const name = header || (column ? localized(column.name) : '')
    return at === null ? name : [toLetters(at), name].filter(Boolean).join(' · ')
  }

  return (
    <div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must be reached by the keyboard. */}
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('error.title')}>
        <table className={classes.errors}>
          <thead>
            <tr>
              <th scope="col">{t('read.row')}</th>
              <th scope="col">{t('error.column')}</th>
              <th scope="col">{t('error.cell')}</th>
              <th scope="col">{t('error.expected')}</th>
            </tr>
          </thead>
          <tbody>
            {errors.slice((page - 1) * pageSize, page * pageSize).map((error) => (
              <tr key={`${error.row} ${error.column} ${error.code}`}>
                <td>{error.row}</td>
                <td translate="no">{describeColumn(error)}</td>
                <td translate="no">{error.text || <span className={classes.quiet}>{t('cell.empty')}</span>}</td>
                <td>{t(`error.${error.code}`, { row: error.other_row })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <PagePicker mt="xs" total={Math.ceil(errors.length / pageSize)} value={page} onChange={setPage} />
    </div>
  )
}
