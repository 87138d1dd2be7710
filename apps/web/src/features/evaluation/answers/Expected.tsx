import type { Cells } from '@heddle/contracts/dataset/cell'
import { evalColumn } from '@heddle/contracts/dataset/kind-columns'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Fact, Facts } from '#shared/ui/layout/Facts.tsx'
import { readCellLines, readCellText } from '../cell-text.ts'
import classes from '../evaluation.module.css'

/** What a row expects of an answer. */
export function Expected({ cells }: { cells: Cells }) {
  const { t } = useTranslation('evaluation')
  const answer = readCellText(cells, evalColumn.answer)
  const lists = (['points', 'sources', 'rows'] as const)
    .map((key) => ({ key, lines: readCellLines(cells, evalColumn[key]) }))
    .filter(({ lines }) => lines.length > 0)
  const mustRefuse = cells[evalColumn.mustRefuse] === true
  const knownFailure = readCellText(cells, evalColumn.knownFailure)
  return (
    <section aria-label={t('expected.title')}>
      <Text size="sm" fw={550} mb={4}>
        {t('expected.title')}
      </Text>
      {answer === '' && lists.length === 0 && !mustRefuse && (
        <Text size="sm" c="dimmed">
          {t('expected.none')}
        </Text>
      )}
      {mustRefuse && <Text size="sm">{t('expected.refusal')}</Text>}
      <Facts>
        {answer !== '' && (
          <Fact name={t('expected.answer')}>
            <span className={classes.lines}>{answer}</span>
          </Fact>
        )}
        {lists.map(({ key, lines }) => (
          <Fact key={key} name={t(`expected.${key}`)}>
            <ul className={classes.pieces}>
              {lines.map((line) => (
                <li key={line}>{line.replaceAll('\t', ' | ')}</li>
              ))}
            </ul>
          </Fact>
        ))}
        {knownFailure !== '' && <Fact name={t('questions.knownFailure')}>{knownFailure}</Fact>}
      </Facts>
    </section>
  )
}
