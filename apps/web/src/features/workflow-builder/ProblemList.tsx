import { Text, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconCircleArrowRight, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './ProblemList.module.css'
import { isNextStep, type Problem } from './problems.ts'
import { useBuilder } from './use-builder.tsx'
import { useWords } from './use-words.ts'

type ProblemListProps = { problems: readonly Problem[]; onOpen: (nodeId: string, field?: string) => void }

/** The problems of the draft; each leads to its node, and to its field if it names one. */
export function ProblemList({ problems, onOpen }: ProblemListProps) {
  const { t } = useTranslation('builder')
  const { draft } = useBuilder()
  const { formatTitle, formatPart, formatProblem } = useWords()
  if (problems.length === 0) {
    return (
      <Text size="sm" c="dimmed" className={classes.none}>
        <IconCircleCheck size={18} aria-hidden /> {t('problem.none')}
      </Text>
    )
  }
  const nodes = new Map(draft.graph.nodes.map((node) => [node.id, node]))
  return (
    <ul className={classes.list}>
      {problems.map((problem, index) => {
        const node = problem.nodeId === undefined ? undefined : nodes.get(problem.nodeId)
        const where = node ? [formatTitle(node), formatPart(node, problem)].filter((part) => part !== null) : []
        return (
          // oxlint-disable-next-line react/no-array-index-key -- two problems may read the same
          <li key={index}>
            <UnstyledButton className={classes.problem} disabled={!node} onClick={() => node && onOpen(node.id, problem.field)}>
              {isNextStep(problem) ? (
                <IconCircleArrowRight size={18} aria-label={t('problem.nextStep')} className={classes.nextStep} />
              ) : problem.severity === 'error' ? (
                <IconAlertTriangle size={18} aria-label={t('problem.error')} className={classes.error} />
              ) : (
                <IconInfoCircle size={18} aria-label={t('problem.warning')} className={classes.warning} />
              )}
              <span>
                {where.length > 0 && (
                  <Text span size="sm" fw={600} display="block">
                    {where.join(' · ')}
                  </Text>
                )}
                <Text span size="sm">
                  {formatProblem(problem)}
                </Text>
              </span>
            </UnstyledButton>
          </li>
        )
      })}
    </ul>
  )
}
