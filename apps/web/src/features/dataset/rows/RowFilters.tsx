import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import type { RowFilter } from '@heddle/contracts/dataset/row'
import { limits } from '@heddle/contracts/limits'
import { Button, Group, NativeSelect, Pill, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'
import { listOperators, readValue } from './rows-address.ts'
import { SearchField } from '#shared/table/SearchField.tsx'

type RowFiltersProps = {
  columns: readonly DatasetColumn[]
  filters: readonly RowFilter[]
  onChange: (filters: readonly RowFilter[]) => void
}

/** The column that rows are searched by: the key, else the first of texts. */
const findSearched = (columns: readonly DatasetColumn[]) =>
  columns.find(({ key, type }) => key && type === 'text') ?? columns.find(({ type }) => type === 'text')

/** The filters of the rows, of which all hold: a search in the column that names them, and conditions on any column by its type. */
export function RowFilters({ columns, filters, onChange }: RowFiltersProps) {
  const { t } = useTranslation('dataset')
  const localize = useLocalized()
  const searched = findSearched(columns)
  const search = filters.find(({ column, op }) => column === searched?.id && op === 'contains')
  const conditions = filters.filter((filter) => filter !== search)

  function describe({ column: id, op, value }: RowFilter) {
    const column = columns.find((each) => each.id === id)
    const shown = typeof value === 'boolean' ? t(value ? 'grid.yes' : 'grid.no') : value
    return t(`rows.filter.${op}`, { column: column ? localize(column.name) : id, value: shown })
  }

  return (
    <Group gap="sm" align="end">
      {searched && (
        <SearchField
          label={t('rows.searchIn', { column: localize(searched.name) })}
          w={260}
          maxLength={limits.datasetFilterCharacters}
          value={String(search?.value ?? '')}
          onChange={(value) => onChange([...(value ? [{ column: searched.id, op: 'contains' as const, value }] : []), ...conditions])}
        />
      )}
      {filters.length < limits.datasetRowFilters && <FilterForm columns={columns} onAdd={(filter) => onChange([...filters, filter])} />}
      {conditions.length > 0 && (
        <Pill.Group>
          {conditions.map((filter) => (
            <Pill
              key={JSON.stringify(filter)}
              withRemoveButton
              removeButtonProps={{ 'aria-label': t('rows.removeFilter', { filter: describe(filter) }), 'aria-hidden': false, tabIndex: 0 }}
              onRemove={() => onChange(filters.filter((each) => each !== filter))}
            >
              {describe(filter)}
            </Pill>
          ))}
        </Pill.Group>
      )}
    </Group>
  )
}

type FilterFormProps = { columns: readonly DatasetColumn[]; onAdd: (filter: RowFilter) => void }

function FilterForm({ columns, onAdd }: FilterFormProps) {
  const { t } = useTranslation('dataset')
  const localize = useLocalized()
  const [id, setId] = useState(columns[0]?.id ?? '')
  const [chosenOp, setOp] = useState<RowFilter['op'] | null>(null)
  const [text, setText] = useState('')
  const column = columns.find((each) => each.id === id) ?? columns[0]
  if (!column) return null
  const operators = listOperators(column)
  const op = chosenOp && operators.includes(chosenOp) ? chosenOp : operators[0]!
  const values = listValues(column)
  const value = op === 'is_null' ? undefined : readValue(values && text === '' ? (values[0]?.value ?? '') : text, column, op)

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (!column || value === null) return
    onAdd({ column: column.id, op, ...(value !== undefined && { value }) })
    setText('')
  }

  return (
    <form onSubmit={handleSubmit}>
      <Group gap={4} align="end">
        <NativeSelect
          aria-label={t('rows.filterColumn')}
          data={columns.map((each) => ({ value: each.id, label: localize(each.name) }))}
          value={column.id}
          onChange={(event) => {
            setId(event.currentTarget.value)
            setText('')
          }}
        />
        <NativeSelect
          aria-label={t('rows.filterOperator')}
          data={operators.map((each) => ({ value: each, label: t(`rows.operator.${each}`) }))}
          value={op}
          onChange={(event) => setOp(event.currentTarget.value as RowFilter['op'])}
        />
        {op !== 'is_null' &&
          (values ? (
            <NativeSelect
              aria-label={t('rows.filterValue')}
              data={values}
              value={text || values[0]?.value}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          ) : (
            <TextInput
              aria-label={t('rows.filterValue')}
              w={130}
              type={column.type === 'date' ? 'date' : 'text'}
              inputMode={column.type === 'number' || column.type === 'integer' ? 'decimal' : undefined}
              maxLength={limits.datasetFilterCharacters}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          ))}
        <Button type="submit" variant="default" disabled={value === null}>
          {t('rows.addFilter')}
        </Button>
      </Group>
    </form>
  )

  /** The values of a column that has few. */
  function listValues({ type, choices = [] }: DatasetColumn) {
    if (type === 'boolean')
      return (['true', 'false'] as const).map((each) => ({ value: each, label: t(each === 'true' ? 'grid.yes' : 'grid.no') }))
    return type === 'choice'
      ? choices.map((choice) => ({ value: choice.value, label: choice.name ? localize(choice.name) : choice.value }))
      : null
  }
}
