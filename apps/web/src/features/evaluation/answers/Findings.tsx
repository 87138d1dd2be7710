import type { EvalAnswer, EvalFindingCode } from '@heddle/contracts/evaluation/eval-answer'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useEvalWords } from '#entities/evaluation/use-eval-words.ts'
import classes from '../evaluation.module.css'

/** Those whose text names what is missing or too much, which says nothing where that is withheld. */
const namesValue = new Set<EvalFindingCode>([
  'source_not_retrieved',
  'source_not_cited',
  'unexpected_source_cited',
  'number_missing',
  'point_missing',
  'row_missing',
  'unexpected_row',
  'figure_in_refusal',
])

/** What is missing or too much in an answer, and what the judge says of it. */
export function Findings({ scores, judgement }: Pick<EvalAnswer, 'scores' | 'judgement'>) {
  const { t } = useTranslation('evaluation')
  const { nameCorrectness } = useEvalWords()
  const lines = [
    ...scores.flatMap(({ findings }) =>
      findings
        .filter(({ code, value }) => value !== undefined || !namesValue.has(code))
        .map(({ code, value = '' }) => t(`finding.${code}`, { value })),
    ),
    ...(judgement?.claims.filter((claim) => !claim.is_supported).map(({ text }) => t('judgement.unsupported', { claim: text })) ?? []),
  ]
  return (
    <>
      {lines.length > 0 && (
        <>
          <Text size="sm" fw={550} mt="xs">
            {t('answer.findings')}
          </Text>
          <ul className={classes.pieces}>
            {[...new Set(lines)].map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
      {judgement && (judgement.correctness !== null || judgement.reason !== '') && (
        <Text size="sm" mt="xs">
          {judgement.correctness !== null && (
            <Text span inherit fw={550} display="block">
              {t('judgement.title', { verdict: nameCorrectness(judgement.correctness) })}
            </Text>
          )}
          {judgement.reason}
        </Text>
      )}
    </>
  )
}
