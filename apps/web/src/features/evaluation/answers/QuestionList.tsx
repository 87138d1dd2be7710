import { EvalMetric, type EvalRun } from '@heddle/contracts/evaluation/eval-run'
import { Language, languageNames } from '@heddle/contracts/languages'
import { Line } from '@heddle/contracts/wire'
import { Button, Skeleton } from '@mantine/core'
import { IconChecks, IconMessageQuestion } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useEvalWords } from '#entities/evaluation/use-eval-words.ts'
import { FilterSelect } from '#shared/table/FilterSelect.tsx'
import { useTableState } from '#shared/table/use-table-state.ts'
import { Section } from '#shared/ui/layout/Section.tsx'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { LoadMoreSentinel } from '#shared/ui/states/LoadMoreSentinel.tsx'
import { evalResultQueries } from '../eval-results.queries.ts'
import classes from '../evaluation.module.css'
import { QuestionItem } from './QuestionItem.tsx'

const Order = z.enum(['worst', 'row_no'])
const Only = z.enum(['failed', 'unjudged'])

type QuestionListProps = { run: EvalRun; onReview: () => void }

/** The questions of a run with their answers, those with the lowest figures first, or in the order of the set. */
export function QuestionList({ run, onReview }: QuestionListProps) {
  const { t } = useTranslation('evaluation')
  const { nameMetric } = useEvalWords()
  const { filters, setFilter } = useTableState({
    filters: { order: Order, only: Only, metric: EvalMetric, tag: Line.min(1).max(200), language: Language },
  })
  const { order = 'worst', ...asked } = filters
  const query = useInfiniteQuery(evalResultQueries.rows(run.dataset.id, run.id, { order, ...asked }, run.state))
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? []
  const [overall] = run.figures
  return (
    <Section
      title={t('questions.title')}
      aside={
        <Button variant="default" leftSection={<IconChecks size={18} aria-hidden />} onClick={onReview}>
          {t('review.open')}
        </Button>
      }
    >
      <div className={classes.tools} role="search" aria-label={t('questions.only')}>
        <FilterSelect
          label={t('questions.order')}
          clearable={false}
          w={190}
          data={Order.options.map((value) => ({ value, label: t(`questions.orders.${value}`) }))}
          value={order}
          onChange={(value) => setFilter('order', value)}
        />
        <FilterSelect
          label={t('questions.only')}
          w={190}
          data={Only.options.map((value) => ({ value, label: t(`questions.onlys.${value}`) }))}
          value={filters.only}
          onChange={(value) => setFilter('only', value)}
        />
        <FilterSelect
          label={t('column.measure')}
          w={220}
          data={run.figures.map(({ metric }) => ({ value: metric, label: nameMetric(metric) }))}
          value={filters.metric}
          onChange={(value) => setFilter('metric', value)}
        />
        <FilterSelect
          label={t('column.tag')}
          data={overall?.by_tag.map(({ tag }) => tag) ?? []}
          value={filters.tag}
          onChange={(value) => setFilter('tag', value)}
        />
        <FilterSelect
          label={t('column.language')}
          data={overall?.by_language.map(({ language }) => ({ value: language, label: languageNames[language] })) ?? []}
          value={filters.language}
          onChange={(value) => setFilter('language', value)}
        />
      </div>
      {query.error && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={240} radius="md" />}
      {query.data && rows.length === 0 && (
        <EmptyState icon={<IconMessageQuestion size={36} stroke={1.4} />} title={t('questions.none')} hint={t('questions.noneHint')} />
      )}
      <ul className={classes.list} aria-label={t('questions.title')}>
        {rows.map((row) => (
          <QuestionItem key={row.id} run={run} row={row} />
        ))}
      </ul>
      <LoadMoreSentinel isActive={query.hasNextPage && !query.isFetchingNextPage && !query.error} onReached={query.fetchNextPage} />
    </Section>
  )
}
