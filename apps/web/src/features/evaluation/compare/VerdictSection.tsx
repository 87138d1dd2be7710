import type { EvalComparison, EvalVerdict } from '@heddle/contracts/evaluation/eval-answer'
import { languageNames } from '@heddle/contracts/languages'
import { Alert, List, Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useEvalWords } from '#entities/evaluation/use-eval-words.ts'
import { useNumberText } from '#i18n/use-language.ts'
import { Section } from '#shared/ui/layout/Section.tsx'
import { Bar } from '../Bar.tsx'
import classes from '../evaluation.module.css'

const colors: Readonly<Record<EvalVerdict, string>> = { better: 'teal', worse: 'red', probably_luck: 'gray', too_few: 'yellow' }

/** What is to be said of a change, in words. */
export function VerdictSection({ comparison, aside }: { comparison: EvalComparison; aside: ReactNode }) {
  const { t } = useTranslation('evaluation')
  const { nameMetric, formatShare, formatPoints, formatProbability } = useEvalWords()
  const formatNumber = useNumberText()
  const { metric, verdict, before, after, change_points: change, interval_points: range, agreement } = comparison
  // Of too few questions neither interval nor chance says anything.
  const isTelling = verdict !== 'too_few'
  const lines = [
    ...(change === null
      ? []
      : [
          t('compare.change', {
            metric: nameMetric(metric),
            before: formatShare(before),
            after: formatShare(after),
            change: formatPoints(change),
          }),
        ]),
    ...(range && isTelling ? [t('compare.range', { low: formatPoints(range.low), high: formatPoints(range.high) })] : []),
    ...(isTelling
      ? [
          t('compare.sign', {
            better: formatNumber(comparison.better_count),
            worse: formatNumber(comparison.worse_count),
            equal: formatNumber(comparison.equal_count),
            percent: formatProbability(comparison.sign_probability),
          }),
        ]
      : []),
    ...(agreement ? [t('compare.agreement', { percent: formatShare(agreement.share), amount: formatNumber(agreement.answer_count) })] : []),
  ]
  return (
    <Section title={t(`compare.verdict.${verdict}`)} aside={aside}>
      <Alert color={colors[verdict]} variant="light" mb="sm">
        {t(`compare.verdictHint.${verdict}`)}
      </Alert>
      <List size="sm" spacing={4}>
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
      <GroupChanges comparison={comparison} />
    </Section>
  )
}

function GroupChanges({ comparison: { by_language: languages, by_tag: tags } }: { comparison: EvalComparison }) {
  const { t } = useTranslation('evaluation')
  const { formatPoints } = useEvalWords()
  const groups = [
    ...languages.map(({ language, ...rest }) => ({ key: `language ${language}`, name: languageNames[language], ...rest })),
    ...tags.map(({ tag, ...rest }) => ({ key: `tag ${tag}`, name: tag, ...rest })),
  ]
  if (groups.length === 0) return null
  return (
    <>
      <Text fw={550} mt="lg" mb="xs">
        {t('figures.groups')}
      </Text>
      <Table className={classes.changes} aria-label={t('figures.groups')}>
        <Table.Thead>
          <Table.Tr>
            {(['group', 'before', 'after', 'change'] as const).map((key) => (
              <Table.Th key={key} scope="col">
                {t(`column.${key}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {groups.map(({ key, name, before, after }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row">{name}</Table.Th>
              <Table.Td>
                <Bar share={before} />
              </Table.Td>
              <Table.Td>
                <Bar share={after} />
              </Table.Td>
              <Table.Td>{formatPoints(100 * (after - before))}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  )
}
