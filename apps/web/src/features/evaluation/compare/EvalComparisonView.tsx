import { type EvalRun, EvalMetric } from '@heddle/contracts/evaluation/eval-run'
import { Language, languageNames } from '@heddle/contracts/languages'
import { Line } from '@heddle/contracts/wire'
import { Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useEvalWords } from '#entities/evaluation/use-eval-words.ts'
import { FilterSelect } from '#shared/table/FilterSelect.tsx'
import { useTableState } from '#shared/table/use-table-state.ts'
import { Section } from '#shared/ui/layout/Section.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { LoadMoreSentinel } from '#shared/ui/states/LoadMoreSentinel.tsx'
import { evalResultQueries } from '../eval-results.queries.ts'
import classes from '../evaluation.module.css'
import { ComparedRow } from './ComparedRow.tsx'
import { VerdictSection } from './VerdictSection.tsx'

type EvalComparisonViewProps = { datasetId: string; a: string; b: string }

/** Two evaluations: what is to be said of them, and their questions with both answers. */
export function EvalComparisonView({ datasetId, a, b }: EvalComparisonViewProps) {
  const { t } = useTranslation('evaluation')
  const { nameMetric } = useEvalWords()
  const { filters, setFilter } = useTableState({ filters: { metric: EvalMetric, tag: Line.min(1).max(200), language: Language } })
  const query = useInfiniteQuery(evalResultQueries.comparison(datasetId, { a, b, ...filters }))
  const [first] = query.data?.pages ?? []
  if (query.error && !first) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />
  if (!first) return <Skeleton height={400} radius="lg" />
  const { comparison, runs } = first
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? []
  const both = listShared(runs)
  return (
    <>
      <VerdictSection
        comparison={comparison}
        aside={
          <FilterSelect
            label={t('column.measure')}
            w={230}
            clearable={false}
            data={both.metrics.map((metric) => ({ value: metric, label: nameMetric(metric) }))}
            value={comparison.metric}
            onChange={(metric) => setFilter('metric', metric)}
          />
        }
      />
      <Section title={t('compare.rows')} hint={t('compare.rowsHint')}>
        <div className={classes.tools} role="search" aria-label={t('questions.only')}>
          <FilterSelect label={t('column.tag')} data={both.tags} value={filters.tag} onChange={(tag) => setFilter('tag', tag)} />
          <FilterSelect
            label={t('column.language')}
            data={both.languages.map((value) => ({ value, label: languageNames[value] }))}
            value={filters.language}
            onChange={(language) => setFilter('language', language)}
          />
        </div>
        {query.error && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
        <ul className={classes.list} aria-label={t('compare.rows')}>
          {rows.map((row) => (
            <ComparedRow key={row.before.id} compared={row} />
          ))}
        </ul>
        <LoadMoreSentinel isActive={query.hasNextPage && !query.isFetchingNextPage && !query.error} onReached={query.fetchNextPage} />
      </Section>
    </>
  )
}

/** Returns the measures that both runs have, and the tags and languages of either. */
function listShared({ a, b }: { a: EvalRun; b: EvalRun }) {
  const known = new Set(a.figures.map(({ metric }) => metric))
  const overall = [a, b].flatMap(({ figures }) => figures.slice(0, 1))
  return {
    metrics: b.figures.map(({ metric }) => metric).filter((metric) => known.has(metric)),
    tags: [...new Set(overall.flatMap((figure) => figure.by_tag.map(({ tag }) => tag)))],
    languages: [...new Set(overall.flatMap((figure) => figure.by_language.map(({ language }) => language)))],
  }
}
