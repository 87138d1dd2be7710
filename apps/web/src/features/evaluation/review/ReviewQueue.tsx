import type { EvalAnswer, EvalRow } from '@heddle/contracts/evaluation/eval-answer'
import type { EvalRun } from '@heddle/contracts/evaluation/eval-run'
import { Button, Group, Skeleton, Text } from '@mantine/core'
import { IconChecks, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNumberText } from '#i18n/use-language.ts'
import { isField, singleKeys } from '#shared/shortcuts/shortcuts.ts'
import { Section } from '#shared/ui/layout/Section.tsx'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { AnswerView } from '../answers/AnswerView.tsx'
import { Expected } from '../answers/Expected.tsx'
import { QuestionTags, QuestionText } from '../answers/QuestionItem.tsx'
import { useVerdicts } from '../answers/use-verdicts.ts'
import { verdictKeys } from '../answers/VerdictField.tsx'
import { evalResultQueries } from '../eval-results.queries.ts'
import classes from '../evaluation.module.css'

type Item = { readonly row: EvalRow; readonly answer: EvalAnswer }

/** An answer that failed is no one's to judge, and one that is withheld cannot be. */
const listItems = (rows: readonly EvalRow[]): Item[] =>
  rows.flatMap((row) =>
    row.is_withheld ? [] : row.answers.filter(({ outcome }) => outcome === 'finished').map((answer) => ({ row, answer })),
  )

type ReviewQueueProps = { run: EvalRun; onClose: () => void }

/** The answers without a verdict, one at a time; a key gives the verdict and goes on to the next. */
export function ReviewQueue({ run, onClose }: ReviewQueueProps) {
  const { t } = useTranslation('evaluation')
  const formatNumber = useNumberText()
  const query = useInfiniteQuery({
    ...evalResultQueries.rows(run.dataset.id, run.id, { only: 'unjudged', order: 'row_no' }, run.state),
    // Read again, it would lose those that have a verdict meanwhile, and with them the way back.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const items = listItems(query.data?.pages.flatMap(({ rows }) => rows) ?? [])
  const [position, setPosition] = useState(0)
  // The next page may have no answer to judge.
  const index = Math.max(0, Math.min(position, items.length - 1))
  const verdicts = useVerdicts(run)
  const item = items[index]

  async function goTo(next: number) {
    if (next >= items.length && hasNextPage && !isFetchingNextPage) await fetchNextPage()
    setPosition(next)
  }

  function handleKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isField(event.target)) return
    if (document.querySelector('[aria-modal="true"], [role="menu"]')) return
    if (event.key === 'ArrowRight') void goTo(index + 1)
    else if (event.key === 'ArrowLeft') void goTo(index - 1)
    else {
      const correctness = singleKeys.areOn() ? verdictKeys[['1', '2', '3'].indexOf(event.key)] : undefined
      if (correctness === undefined || !item) return
      // Goes on before it is saved: what could not be saved is told, and waits for the reader's return.
      verdicts.judge(item.row.id, item.answer, correctness)
      void goTo(index + 1)
    }
    event.preventDefault()
  }
  useEffect(() => {
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  })

  return (
    <Section
      title={t('review.title')}
      hint={t('review.hint')}
      aside={
        <Button variant="default" onClick={onClose}>
          {t('review.close')}
        </Button>
      }
    >
      {query.error && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={320} radius="md" />}
      {query.data && !item && (
        <EmptyState icon={<IconChecks size={36} stroke={1.4} />} title={t('review.noneTitle')} hint={t('review.noneHint')} />
      )}
      {item && (
        <div className={classes.body}>
          <Group justify="space-between" gap="xs">
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconChevronLeft size={16} aria-hidden />}
              disabled={index === 0}
              onClick={() => void goTo(index - 1)}
            >
              {t('review.previous')}
            </Button>
            <Text size="sm" c="dimmed" role="status">
              {t('review.position', { index: formatNumber(index + 1), total: formatNumber(items.length) })}
              {hasNextPage && '+'}
            </Text>
            <Button
              variant="default"
              size="compact-sm"
              rightSection={<IconChevronRight size={16} aria-hidden />}
              disabled={index === items.length - 1 && !hasNextPage}
              onClick={() => void goTo(index + 1)}
            >
              {t('review.next')}
            </Button>
          </Group>
          <div>
            <QuestionText row={item.row} />
            <QuestionTags row={item.row} />
          </div>
          <Expected cells={item.row.cells} />
          <AnswerView key={`${item.row.id} ${item.answer.repeat}`} row={item.row} answer={item.answer} verdicts={verdicts} />
        </div>
      )}
    </Section>
  )
}
