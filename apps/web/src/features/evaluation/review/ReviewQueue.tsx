import type { EvalRow } from '@heddle/contracts/evaluation/eval-answer'
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

type ReviewQueueProps = { run: EvalRun; onClose: () => void }

/** The answers without a verdict, one at a time; a key gives the verdict and goes on to the next. */
export function ReviewQueue({ run, onClose }: ReviewQueueProps) {
  const { t } = useTranslation('evaluation')
  const formatNumber = useNumberText()
  const query = useInfiniteQuery(evalResultQueries.review(run.dataset.id, run.id))
  const { hasNextPage, isFetching, fetchNextPage } = query
  const pages = query.data?.pages ?? []
  const rows = new Map(pages.flatMap((page) => page.rows.map((row) => [row.id, row])))
  const items = pages.flatMap((page) => page.items)
  const [index, setIndex] = useState(0)
  const verdicts = useVerdicts(run)
  const item = findAnswer(rows, items[index])
  const isWithheld = pages.some((page) => page.rows.some((row) => row.is_withheld))

  const isAtEnd = query.data !== undefined && !item && !query.error && !isFetching && !(hasNextPage && !isWithheld)

  // A page may have nothing to judge, and is then followed by the next one.
  const wantsMore = index >= items.length && hasNextPage && !isFetching && !query.error && !isWithheld
  useEffect(() => {
    if (wantsMore) void fetchNextPage()
  }, [wantsMore, fetchNextPage])

  /** Goes at once, also where the answer is still to be read, so that no further key judges the one before it again. */
  const goTo = (next: number) => setIndex(Math.max(0, Math.min(next, items.length)))

  function handleKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isField(event.target)) return
    if (document.querySelector('[aria-modal="true"], [role="menu"]')) return
    if (event.key.startsWith('Arrow') && isScrolledSideways(event.target)) return
    if (event.key === 'ArrowRight') goTo(index + 1)
    else if (event.key === 'ArrowLeft') goTo(index - 1)
    else {
      const correctness = singleKeys.areOn() ? verdictKeys[['1', '2', '3'].indexOf(event.key)] : undefined
      if (correctness === undefined || !item) return
      // Goes on before it is saved: what could not be saved is told, and waits for the reader's return.
      verdicts.judge(item.row.id, item.answer, correctness)
      goTo(index + 1)
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
      hint={t(singleKeys.areOn() ? 'review.hint' : 'review.hintArrows')}
      aside={
        <Button variant="default" onClick={onClose}>
          {t('review.close')}
        </Button>
      }
    >
      {query.error && <ErrorAlert error={query.error} onRetry={() => void (query.data ? fetchNextPage() : query.refetch())} />}
      {!item && (isFetching || wantsMore) && <Skeleton height={320} radius="md" />}
      {isAtEnd && items.length === 0 && (
        <EmptyState icon={<IconChecks size={36} stroke={1.4} />} title={t('review.noneTitle')} hint={t(explainNone(run, isWithheld))} />
      )}
      {items.length > 0 && (
        <div className={classes.body}>
          <Group justify="space-between" gap="xs">
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconChevronLeft size={16} aria-hidden />}
              disabled={index === 0}
              onClick={() => goTo(index - 1)}
            >
              {t('review.previous')}
            </Button>
            <Text size="sm" c="dimmed" role="status">
              {isAtEnd && t('review.doneTitle')}
              {item && t('review.position', { index: formatNumber(index + 1), total: formatNumber(items.length) })}
              {item && hasNextPage && '+'}
            </Text>
            <Button
              variant="default"
              size="compact-sm"
              rightSection={<IconChevronRight size={16} aria-hidden />}
              disabled={!item}
              onClick={() => goTo(index + 1)}
            >
              {t('review.next')}
            </Button>
          </Group>
          {isAtEnd && <Text size="sm">{t('review.doneHint')}</Text>}
          {item && (
            <>
              <div>
                <QuestionText row={item.row} />
                <QuestionTags row={item.row} />
              </div>
              <Expected cells={item.row.cells} />
              <AnswerView key={`${item.row.id} ${item.answer.repeat}`} row={item.row} answer={item.answer} verdicts={verdicts} />
            </>
          )}
        </div>
      )}
    </Section>
  )
}

/** Whether the arrow keys move what has the focus, as a wide table of an answer. */
function isScrolledSideways(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || target === document.body) return false
  const isScroller = target.scrollWidth > target.clientWidth && ['auto', 'scroll'].includes(getComputedStyle(target).overflowX)
  return isScroller || isScrolledSideways(target.parentElement)
}

function findAnswer(rows: ReadonlyMap<string, EvalRow>, asked: { rowId: string; repeat: number } | undefined) {
  const row = asked && rows.get(asked.rowId)
  const answer = row?.answers.find(({ repeat }) => repeat === asked?.repeat)
  return row && answer && { row, answer }
}

/** Returns the text that says why there is nothing to judge. */
function explainNone({ answer_count: all, failed_count: failed, timed_out_count: timedOut }: EvalRun, isWithheld: boolean) {
  if (isWithheld) return 'questions.withheld'
  return all === failed + timedOut ? 'review.noneFinished' : 'review.noneHint'
}
