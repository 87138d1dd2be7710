import type { EvalRow } from '@heddle/contracts/evaluation/eval-answer'
import type { EvalRun } from '@heddle/contracts/evaluation/eval-run'
import { evalColumn } from '@heddle/contracts/dataset/kind-columns'
import { languageNames, languageTags } from '@heddle/contracts/languages'
import { Badge, Text, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOngoing } from '#entities/evaluation/eval-runs.queries.ts'
import { useEvalWords } from '#entities/evaluation/use-eval-words.ts'
import { useNumberText } from '#i18n/use-language.ts'
import { readCellText } from '../cell-text.ts'
import classes from '../evaluation.module.css'
import { AnswerView } from './AnswerView.tsx'
import { Expected } from './Expected.tsx'
import { useVerdicts } from './use-verdicts.ts'

type QuestionItemProps = { run: EvalRun; row: EvalRow }

/** A question with its figure, which opens to what is expected and the answers. */
export function QuestionItem({ run, row }: QuestionItemProps) {
  const { t } = useTranslation('evaluation')
  const { formatShare } = useEvalWords()
  const [isOpen, setIsOpen] = useState(false)
  const verdicts = useVerdicts(run)
  const bodyId = useId()
  return (
    <li className={classes.item}>
      <UnstyledButton className={classes.toggle} aria-expanded={isOpen} aria-controls={bodyId} onClick={() => setIsOpen(!isOpen)}>
        <span>
          <QuestionText row={row} />
          <QuestionTags row={row} isIncomplete={!isOngoing(run) && row.answers.length < run.repeats} />
        </span>
        <Text component="span" fw={600} className={classes.amount}>
          {formatShare(row.mean)}
        </Text>
        <IconChevronDown size={18} className={classes.chevron} data-open={isOpen || undefined} aria-hidden />
      </UnstyledButton>
      <div id={bodyId} className={isOpen ? classes.body : undefined}>
        {isOpen && (
          <>
            {row.is_withheld ? <Text size="sm">{t('questions.withheld')}</Text> : <Expected cells={row.cells} />}
            {row.answers.length === 0 && (
              <Text size="sm" c="dimmed">
                {t(isOngoing(run) ? 'answer.none' : 'answer.neverAsked')}
              </Text>
            )}
            {row.answers.map((answer) => (
              <AnswerView key={answer.repeat} row={row} answer={answer} verdicts={verdicts} />
            ))}
          </>
        )}
      </div>
    </li>
  )
}

/** The question of a row; its number where the text is withheld. */
export function QuestionText({ row }: { row: EvalRow }) {
  const { t } = useTranslation('evaluation')
  const formatNumber = useNumberText()
  const text = readCellText(row.cells, evalColumn.question)
  return (
    <Text component="span" display="block" className={classes.question} lang={languageTags[row.language]}>
      {text || t('questions.number', { number: formatNumber(row.row_no) })}
    </Text>
  )
}

/** Number, language and tags of a row, and the failures among its answers; `isIncomplete` when some of these will never come. */
export function QuestionTags({ row, isIncomplete = false }: { row: EvalRow; isIncomplete?: boolean }) {
  const { t } = useTranslation('evaluation')
  const formatNumber = useNumberText()
  const facts = [t('questions.number', { number: formatNumber(row.row_no) }), languageNames[row.language], ...row.tags]
  const failures = (['failed', 'timed_out'] as const).filter((kind) => row.answers.some(({ outcome }) => outcome === kind))
  return (
    <Text component="span" display="block" size="xs" c="dimmed">
      {facts.join(' · ')}
      {row.is_known_failure && (
        <Badge component="span" ml={8} size="sm" color="gray" variant="light" tt="none">
          {t('questions.knownFailure')}
        </Badge>
      )}
      {failures.map((kind) => (
        <Badge key={kind} component="span" ml={8} size="sm" color="red" variant="light" tt="none">
          {t(`answer.${kind}`)}
        </Badge>
      ))}
      {isIncomplete && (
        <Badge component="span" ml={8} size="sm" color="red" variant="light" tt="none">
          {t('answer.missing')}
        </Badge>
      )}
    </Text>
  )
}
