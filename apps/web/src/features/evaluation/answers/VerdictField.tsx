import { type Correctness, type EvalAnswer, judgeEvalAnswer } from '@heddle/contracts/evaluation/eval-answer'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useEvalWords } from '#entities/evaluation/use-eval-words.ts'
import { useLocalized } from '#i18n/use-language.ts'
import { formatDateTime, parseTime } from '#shared/dates.ts'
import classes from '../evaluation.module.css'
import type { Verdicts } from './use-verdicts.ts'

/** From right to wrong, as the keys 1 to 3 of the review are. */
export const verdictKeys = [1, 0.5, 0] as const satisfies readonly Correctness[]

const maxNoteCharacters = judgeEvalAnswer.schema.body.shape.note.unwrap().maxLength ?? undefined

type VerdictFieldProps = { rowId: string; answer: EvalAnswer; verdicts: Verdicts }

/** What a person says of an answer, which counts in place of the judge's. */
export function VerdictField({ rowId, answer, verdicts }: VerdictFieldProps) {
  const { t } = useTranslation('evaluation')
  const localized = useLocalized()
  const { nameCorrectness } = useEvalWords()
  const { verdict } = answer
  const isPending = verdicts.isSaving(rowId, answer)
  const judge = (correctness: Correctness | null) => verdicts.judge(rowId, answer, correctness)
  return (
    <div role="group" aria-label={t('verdict.label')} className={classes.verdict}>
      <Text size="sm" fw={550}>
        {t('verdict.label')}
      </Text>
      <Group gap="xs">
        {verdictKeys.map((correctness) => (
          <Button
            key={correctness}
            size="compact-sm"
            variant={verdict?.correctness === correctness ? 'filled' : 'default'}
            aria-pressed={verdict?.correctness === correctness}
            disabled={isPending}
            onClick={() => judge(correctness)}
          >
            {nameCorrectness(correctness)}
          </Button>
        ))}
        {verdict && (
          <Button size="compact-sm" variant="subtle" color="gray" disabled={isPending} onClick={() => judge(null)}>
            {t('verdict.remove')}
          </Button>
        )}
      </Group>
      <TextInput
        size="xs"
        maw={480}
        label={t('verdict.note')}
        description={t('verdict.noteHint')}
        maxLength={maxNoteCharacters}
        value={verdicts.readNote(rowId, answer)}
        onChange={(event) => verdicts.writeNote(rowId, answer, event.currentTarget.value)}
      />
      {verdict?.by && (
        <Text size="xs" c="dimmed">
          {t('verdict.by', { name: localized(verdict.by.name), time: formatDateTime(parseTime(verdict.at)) })}
        </Text>
      )}
    </div>
  )
}
