import type { EvalAnswer, EvalRow } from '@heddle/contracts/evaluation/eval-answer'
import { languageTags } from '@heddle/contracts/languages'
import { Badge, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useEvalWords } from '#entities/evaluation/use-eval-words.ts'
import { useRunFormats } from '#entities/workflow/use-run-formats.ts'
import { Markdown } from '#shared/markdown/Markdown.tsx'
import { useErrorMessage } from '#shared/notify/describe-error.ts'
import { ApiError } from '#shared/api/errors.ts'
import classes from '../evaluation.module.css'
import { AnswerSources } from './AnswerSources.tsx'
import { Findings } from './Findings.tsx'
import type { Verdicts } from './use-verdicts.ts'
import { VerdictField } from './VerdictField.tsx'

type AnswerViewProps = { row: EvalRow; answer: EvalAnswer; verdicts: Verdicts }

/** An answer: its text and sources, its figures with what is missing, and what judge and people say of it. */
export function AnswerView({ row, answer, verdicts }: AnswerViewProps) {
  const { t } = useTranslation('evaluation')
  const { nameMetric, formatShare } = useEvalWords()
  const { formatTime, formatUsage, formatCost } = useRunFormats()
  const title = t('answer.number', { number: answer.repeat })
  const isFinished = answer.outcome === 'finished'
  const facts = [
    ...(answer.total_ms === null ? [] : [formatTime(answer.total_ms)]),
    formatUsage({ input_tokens: answer.input_tokens, output_tokens: answer.output_tokens, estimated: false }),
    ...(answer.cost ? [formatCost(answer.cost)] : []),
  ]
  return (
    <section aria-label={title} className={classes.answer}>
      <Group gap="xs" mb={6}>
        <Text size="sm" fw={550}>
          {title}
        </Text>
        {answer.outcome !== 'finished' && (
          <Badge color="red" variant="light" tt="none">
            {t(`answer.${answer.outcome}`)}
          </Badge>
        )}
        {answer.scores.map(({ metric, score }) => (
          <Badge key={metric} variant="default" tt="none" fw={500}>
            {nameMetric(metric)} {formatShare(score)}
          </Badge>
        ))}
      </Group>
      {answer.error && <AnswerError error={answer.error} />}
      {row.is_withheld ? null : answer.text === '' ? (
        isFinished && (
          <Text size="sm" c="dimmed">
            {t('answer.empty')}
          </Text>
        )
      ) : (
        <div className={classes.text}>
          <Markdown text={answer.text} lang={languageTags[row.language]} />
        </div>
      )}
      {answer.sources.length > 0 && <AnswerSources sources={answer.sources} />}
      <Findings scores={answer.scores} judgement={answer.judgement} />
      {isFinished && !row.is_withheld && <VerdictField rowId={row.id} answer={answer} verdicts={verdicts} />}
      <Text size="xs" c="dimmed" mt={6}>
        {facts.join(' · ')}
      </Text>
    </section>
  )
}

function AnswerError({ error: { code, message, params } }: { error: NonNullable<EvalAnswer['error']> }) {
  const told = useErrorMessage(new ApiError(500, code, message, params))
  return (
    <Text size="sm" c="var(--mantine-color-error)">
      {told}
    </Text>
  )
}
