import type { EvalRow, compareEvalRuns } from '@heddle/contracts/evaluation/eval-answer'
import type { EndpointResponse } from '@heddle/contracts/endpoint'
import { Text, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { memo, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languageTags } from '@heddle/contracts/languages'
import { useEvalWords } from '#entities/evaluation/use-eval-words.ts'
import { AnswerSources } from '../answers/AnswerSources.tsx'
import { Expected } from '../answers/Expected.tsx'
import { QuestionTags, QuestionText } from '../answers/QuestionItem.tsx'
import classes from '../evaluation.module.css'
import { markDifferences, type MarkedText, type Side } from './mark-differences.ts'

type ComparedRowProps = { compared: EndpointResponse<typeof compareEvalRuns>['rows'][number] }

/** A question of two evaluations, which opens to both answers side by side. */
export const ComparedRow = memo(function ComparedRow({ compared: { before, after, change_points: change } }: ComparedRowProps) {
  const { t } = useTranslation('evaluation')
  const { formatShare, formatPoints } = useEvalWords()
  const [isOpen, setIsOpen] = useState(false)
  const bodyId = useId()
  return (
    <li className={classes.item}>
      <UnstyledButton className={classes.toggle} aria-expanded={isOpen} aria-controls={bodyId} onClick={() => setIsOpen(!isOpen)}>
        <span>
          <QuestionText row={after} />
          <QuestionTags row={after} />
        </span>
        <Text component="span" size="sm" ta="end">
          <Text span inherit fw={600} display="block">
            {formatPoints(change)}
          </Text>
          {formatShare(before.mean)} → {formatShare(after.mean)}
        </Text>
        <IconChevronDown size={18} className={classes.chevron} data-open={isOpen || undefined} aria-hidden />
      </UnstyledButton>
      <div id={bodyId} className={isOpen ? classes.body : undefined}>
        {isOpen &&
          (before.is_withheld || after.is_withheld ? (
            <Text size="sm">{t('questions.withheld')}</Text>
          ) : (
            <>
              <Expected cells={after.cells} />
              <Pairs before={before} after={after} />
            </>
          ))}
      </div>
    </li>
  )
})

/** The answers of both, those of the same repeat beside each other. */
function Pairs({ before, after }: { before: EvalRow; after: EvalRow }) {
  const repeats = [...new Set([...before.answers, ...after.answers].map(({ repeat }) => repeat))].toSorted((one, other) => one - other)
  return repeats.map((repeat) => <Pair key={repeat} before={before} after={after} repeat={repeat} />)
}

function Pair({ before, after, repeat }: { before: EvalRow; after: EvalRow; repeat: number }) {
  const { t } = useTranslation('evaluation')
  const sides = { before, after } as const
  const find = (side: Side) => sides[side].answers.find((answer) => answer.repeat === repeat)
  const marked = useMarked(find('before')?.text ?? '', find('after')?.text ?? '', languageTags[after.language])
  const isSame = find('before')?.text === find('after')?.text
  return (
    <section aria-label={t('answer.number', { number: repeat })}>
      {isSame && (
        <Text size="sm" c="dimmed" mb={4}>
          {t('compare.same')}
        </Text>
      )}
      <div className={classes.sides}>
        {(['before', 'after'] as const).map((side) => {
          const answer = find(side)
          return (
            <div key={side}>
              <Text size="sm" fw={550} mb={4}>
                {t(`column.${side}`)}
              </Text>
              {!answer && (
                <Text size="sm" c="dimmed">
                  {t('answer.missing')}
                </Text>
              )}
              {answer && answer.outcome !== 'finished' && <Text size="sm">{t(`answer.${answer.outcome}`)}</Text>}
              {answer && answer.text !== '' && <Marked text={marked[side]} side={side} lang={languageTags[after.language]} />}
              {answer && answer.sources.length > 0 && <AnswerSources sources={answer.sources} />}
            </div>
          )
        })}
      </div>
    </section>
  )
}

/** Compares two texts once, as it takes long for long ones. */
const useMarked = (before: string, after: string, tag: string) => useMemo(() => markDifferences(before, after, tag), [before, after, tag])

function Marked({ text, side, lang }: { text: MarkedText; side: Side; lang: string }) {
  const Mark = side === 'before' ? 'del' : 'ins'
  return (
    <div className={classes.text} lang={lang}>
      <span className={classes.lines}>
        {text.map((piece, index) =>
          piece.isOnlyHere ? (
            <Mark key={index} className={classes.mark} data-side={side}>
              {piece.text}
            </Mark>
          ) : (
            <span key={index}>{piece.text}</span>
          ),
        )}
      </span>
    </div>
  )
}
