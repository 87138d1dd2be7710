import type { Dataset } from '@heddle/contracts/dataset/dataset'
import type { DatasetImport, ImportColumn, ImportMapping, ImportMode } from '@heddle/contracts/dataset/import'
import { Alert, Button, Group } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { hashKey } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnsaved } from '#shared/forms/unsaved.ts'
import { CheckSection } from './check/CheckSection.tsx'
import type { InitialMapping } from './initial-mapping.ts'
import { type ImportSteps, isWorking } from './import.queries.ts'
import classes from './import.module.css'
import { MapSection } from './map/MapSection.tsx'
import { type PlanTable, toProposed, toSent } from './mapping.ts'
import { OmittedRows } from './read/OmittedRows.tsx'

type MappedImportProps = {
  dataset: Dataset
  read: DatasetImport
  table: PlanTable
  initial: InitialMapping
  steps: ImportSteps
  onCancel: () => void
  onMended: (mapping: ImportMapping) => void
}

/** Whatever the order of names. */
const isEqual = (a: unknown, b: unknown) => hashKey([a]) === hashKey([b])

/** The mapping of a file that was read, which is edited here until it is checked. */
export function MappedImport({ dataset, read, table, initial, steps, onCancel, onMended }: MappedImportProps) {
  const { t } = useTranslation('import')
  const [mapping, setMapping] = useState(initial.mapping)
  const [isFromBefore, setIsFromBefore] = useState(initial.from === 'remembered' || initial.from === 'carried')
  const [mode, setMode] = useState<ImportMode>(read.mode ?? findUsualMode(dataset))
  const isRunning = isWorking(read.state)
  const sent = toSent(mapping, dataset.columns)
  // Only what was checked can be applied.
  const isChecked = read.counts !== null && read.mode === mode && isEqual(read.mapping, sent)
  useUnsaved(!isRunning && !isChecked && !isEqual(mapping, initial.mapping))

  const handleColumn = (column: ImportColumn) =>
    setMapping({ ...mapping, columns: mapping.columns.map((each) => (each.at === column.at ? column : withoutKey(each, column))) })

  function handleForget() {
    setMapping(toProposed(table))
    setIsFromBefore(false)
  }

  return (
    <>
      <fieldset disabled={isRunning} className={classes.plain}>
        <OmittedRows
          rows={table.omitted}
          omitted={mapping.layout.omitted}
          onChange={(omitted) => setMapping({ ...mapping, layout: { ...mapping.layout, omitted } })}
        />
        {isFromBefore && (
          <Alert color="blue" variant="light" icon={<IconHistory />} role="status" mb="md">
            <Group justify="space-between" gap="sm">
              {t(initial.from === 'carried' ? 'map.carried' : 'map.remembered')}
              <Button variant="default" size="xs" onClick={handleForget}>
                {t('map.forget')}
              </Button>
            </Group>
          </Alert>
        )}
        <MapSection dataset={dataset} table={table} mapping={mapping} onColumn={handleColumn} />
      </fieldset>
      <CheckSection
        dataset={dataset}
        read={read}
        table={table}
        mapping={sent}
        mode={mode}
        isChecked={isChecked}
        steps={steps}
        onCancel={onCancel}
        onMode={setMode}
        onMended={() => onMended(mapping)}
      />
    </>
  )
}

/** A dataset has one key: the one that was chosen last. */
function withoutKey(column: ImportColumn, changed: ImportColumn): ImportColumn {
  const isKey = changed.target !== null && 'add' in changed.target && changed.target.add.key === true
  if (!isKey || column.target === null || !('add' in column.target)) return column
  const { key: _key, ...add } = column.target.add
  return { ...column, target: { add } }
}

const findUsualMode = ({ row_count: rows, columns }: Dataset): ImportMode =>
  rows > 0 && columns.some(({ key }) => key === true) ? 'update' : 'append'
