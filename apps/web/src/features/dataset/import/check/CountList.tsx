import type { ImportCounts, ImportMode } from '@heddle/contracts/dataset/import'
import { useTranslation } from 'react-i18next'
import { useNumberText } from '#i18n/use-language.ts'
import { Fact, Facts } from '#shared/ui/layout/Facts.tsx'

type CountListProps = {
  counts: ImportCounts
  mode: ImportMode
  /** Rows that the dataset has before, where they are replaced. */
  existing?: number
}

/** What rows become, by number. */
export function CountList({ counts, mode, existing = 0 }: CountListProps) {
  const { t } = useTranslation('import')
  const numberText = useNumberText()
  const { rows, bad, added, changed, equal, missing } = counts
  return (
    <Facts>
      <Fact name={t('count.rows')}>{numberText(rows)}</Fact>
      {bad > 0 && <Fact name={t('count.bad')}>{numberText(bad)}</Fact>}
      <Fact name={t('count.added')}>{numberText(added)}</Fact>
      {mode === 'update' && (
        <>
          <Fact name={t('count.changed')}>{numberText(changed)}</Fact>
          <Fact name={t('count.equal')}>{numberText(equal)}</Fact>
          <Fact name={t('count.missing')} hint={t('count.missingHint')}>
            {numberText(missing)}
          </Fact>
        </>
      )}
      {mode === 'replace' && existing > 0 && <Fact name={t('count.replaced')}>{numberText(existing)}</Fact>}
    </Facts>
  )
}
