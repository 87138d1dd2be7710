import { languageNames } from '@heddle/contracts/languages'
import type { EvalFigure, EvalRun } from '@heddle/contracts/evaluation/eval-run'
import { Select, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEvalWords } from '#entities/evaluation/use-eval-words.ts'
import { useNumberText } from '#i18n/use-language.ts'
import { Section } from '#shared/ui/layout/Section.tsx'
import { Bar } from '../Bar.tsx'
import classes from '../evaluation.module.css'

/** The figures of a run: each measure with what it says, and one of them by tag and language. */
export function FigureSection({ run: { figures, visible_loss_points: visible, row_count: rows } }: { run: EvalRun }) {
  const { t } = useTranslation('evaluation')
  const { nameMetric, explainMetric } = useEvalWords()
  const formatNumber = useNumberText()
  const [metric, setMetric] = useState<string | null>(null)
  const shown = figures.find((figure) => figure.metric === metric) ?? figures[0]
  return (
    <Section title={t('figures.title')} hint={t('figures.hint')}>
      {shown ? (
        <>
          <Table className={classes.figures} aria-label={t('figures.title')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('column.measure')}</Table.Th>
                <Table.Th scope="col">{t('column.mean')}</Table.Th>
                <Table.Th scope="col">{t('column.questions')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {figures.map((figure) => (
                <Table.Tr key={figure.metric}>
                  <Table.Th scope="row">
                    {nameMetric(figure.metric)}
                    <Text span display="block" size="xs" c="dimmed" fw={400}>
                      {explainMetric(figure.metric)}
                    </Text>
                  </Table.Th>
                  <Table.Td>
                    <Bar share={figure.mean} />
                  </Table.Td>
                  <Table.Td>{formatNumber(figure.row_count)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          <Text size="sm" mt="sm">
            {visible === null ? t('start.tooFew') : t('figures.visible', { count: rows, points: formatNumber(visible) })}
          </Text>
          <Groups figures={figures} figure={shown} onChange={setMetric} />
        </>
      ) : (
        <Text size="sm" c="dimmed">
          {t('figures.none')}
        </Text>
      )}
    </Section>
  )
}

type GroupsProps = { figures: readonly EvalFigure[]; figure: EvalFigure; onChange: (metric: string | null) => void }

function Groups({ figures, figure, onChange }: GroupsProps) {
  const { t } = useTranslation('evaluation')
  const { nameMetric } = useEvalWords()
  const formatNumber = useNumberText()
  const groups = [
    ...figure.by_language.map(({ language, ...rest }) => ({ key: `language ${language}`, name: languageNames[language], ...rest })),
    ...figure.by_tag.map(({ tag, ...rest }) => ({ key: `tag ${tag}`, name: tag, ...rest })),
  ]
  return (
    <>
      <div className={classes.groupHead}>
        <Text fw={550}>{t('figures.groups')}</Text>
        <Select
          aria-label={t('column.measure')}
          w={240}
          allowDeselect={false}
          checkIconPosition="right"
          data={figures.map(({ metric }) => ({ value: metric, label: nameMetric(metric) }))}
          value={figure.metric}
          onChange={onChange}
        />
      </div>
      {groups.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('figures.noGroups')}
        </Text>
      ) : (
        <Table className={classes.figures} aria-label={t('figures.groups')}>
          <Table.Tbody>
            {groups.map(({ key, name, mean, row_count: count }) => (
              <Table.Tr key={key}>
                <Table.Th scope="row">{name}</Table.Th>
                <Table.Td>
                  <Bar share={mean} />
                </Table.Td>
                <Table.Td>{formatNumber(count)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </>
  )
}
