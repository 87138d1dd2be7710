import type { Dataset } from '@heddle/contracts/dataset/dataset'
import type { ImportColumn, ImportMapping } from '@heddle/contracts/dataset/import'
import { useTranslation } from 'react-i18next'
import { Section } from '#shared/ui/layout/Section.tsx'
import classes from '../import.module.css'
import { findColumnProblems, type PlanTable } from '../mapping.ts'
import { ColumnMapping } from './ColumnMapping.tsx'

type MapSectionProps = {
  dataset: Dataset
  table: PlanTable
  mapping: ImportMapping
  onColumn: (column: ImportColumn) => void
}

/** What becomes of each column of the file. */
export function MapSection({ dataset, table, mapping, onColumn }: MapSectionProps) {
  const { t } = useTranslation('import')
  const problems = findColumnProblems(mapping)
  return (
    <Section title={t('step.map')} hint={t('map.hint')}>
      <ul className={classes.columns}>
        {mapping.columns.map((column) => {
          const planned = table.columns.find(({ at }) => at === column.at)
          return (
            planned && (
              <ColumnMapping
                key={column.at}
                column={column}
                planned={planned}
                dataset={dataset}
                problem={problems.get(column.at) ?? null}
                onChange={onColumn}
              />
            )
          )
        })}
      </ul>
    </Section>
  )
}
