import type { Dataset } from '@heddle/contracts/dataset/dataset'
import type { ColumnReading, ImportColumn, ImportPlanColumn } from '@heddle/contracts/dataset/import'
import { Badge, Button, NativeSelect } from '@mantine/core'
import { IconAdjustments } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'
import classes from '../import.module.css'
import { type ColumnProblem, findTarget, otherTargets, pickReading, retarget, toLetters, toTargetValue } from '../mapping.ts'
import { NewColumnFields } from './NewColumnFields.tsx'
import { ReadingFields } from './ReadingFields.tsx'
import { SampleList } from './SampleList.tsx'

type ColumnMappingProps = {
  column: ImportColumn
  planned: ImportPlanColumn
  dataset: Dataset
  problem: ColumnProblem | null
  onChange: (column: ImportColumn) => void
}

/** A column of the file: where it goes, how its cells are read, and what its first cells are by that. */
export function ColumnMapping({ column, planned, dataset, problem, onChange }: ColumnMappingProps) {
  const { t } = useTranslation('import')
  const localized = useLocalized()
  const [isOpen, setIsOpen] = useState(false)
  const headingId = useId()
  const { target, reading } = column
  const found = findTarget(column, dataset.columns)
  const letters = toLetters(column.at)
  const header = planned.header || t('map.nameless')
  const setReading = (next: ColumnReading) => onChange({ ...column, reading: next })
  return (
    <li className={classes.column} aria-labelledby={headingId} data-left-out={target === null || undefined}>
      <h3 id={headingId} className={classes.columnName}>
        <Badge variant="default" size="sm" tt="none" miw={30} style={{ flex: 'none' }}>
          {letters}
        </Badge>
        <span translate="no">{header}</span>
      </h3>
      <div className={classes.columnFields}>
        <NativeSelect
          label={t('map.target')}
          value={toTargetValue(column)}
          error={problem === 'repeated' && t('map.problem.repeated')}
          onChange={(event) => onChange(retarget(column, planned, event.currentTarget.value))}
        >
          {otherTargets.map((value) => (
            <option key={value} value={value}>
              {t(`map.to.${value}`)}
            </option>
          ))}
          {dataset.columns.length > 0 && (
            <optgroup label={t('map.existing')}>
              {dataset.columns.map(({ id, name }) => (
                <option key={id} value={id}>
                  {localized(name)}
                </option>
              ))}
            </optgroup>
          )}
        </NativeSelect>
        {target !== null && 'add' in target && (
          <NewColumnFields
            added={target.add}
            planned={planned}
            canBeKey={dataset.columns.every(({ key }) => key !== true)}
            problem={problem}
            onChange={(add) => onChange({ ...column, target: { add } })}
          />
        )}
        {found && (
          <div className={classes.settings}>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-expanded={isOpen}
              aria-label={t('map.settingsOf', { column: header })}
              leftSection={<IconAdjustments size={16} aria-hidden />}
              onClick={() => setIsOpen(!isOpen)}
            >
              {t('map.settings')}
            </Button>
          </div>
        )}
        {found && isOpen && <ReadingFields type={found.type} unit={found.unit} planned={planned} reading={reading} onChange={setReading} />}
      </div>
      <SampleList samples={planned.samples} target={found} reading={found ? pickReading(reading, found.type) : {}} />
    </li>
  )
}
