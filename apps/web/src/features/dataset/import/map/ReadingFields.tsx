import type { ColumnType } from '@heddle/contracts/dataset/column'
import { type ColumnReading, DateOrder, type ImportPlanColumn, YearCalendar } from '@heddle/contracts/dataset/import'
import { Checkbox, NativeSelect, TagsInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '../import.module.css'
import { UnitSelect } from '../../columns/UnitSelect.tsx'
import { isNumber } from '../mapping.ts'

type ReadingFieldsProps = {
  type: ColumnType
  /** That of the column. */
  unit: string | undefined
  planned: ImportPlanColumn
  reading: ColumnReading
  onChange: (reading: ColumnReading) => void
}

const maxWords = 20

/** How the cells of a column are read. What is not said here is not guessed: a cell that needs it is an error. */
export function ReadingFields({ type, unit, planned, reading, onChange }: ReadingFieldsProps) {
  const { t } = useTranslation('import')

  function set<Name extends keyof ColumnReading>(name: Name, value: ColumnReading[Name] | undefined) {
    const { [name]: _before, ...others } = reading
    onChange(value === undefined ? others : { ...others, [name]: value })
  }
  const words = (name: 'true_words' | 'false_words' | 'empty_words') => (
    <TagsInput
      label={t(`reading.${name}`)}
      description={t(`reading.${name}Hint`)}
      value={reading[name] ?? []}
      maxTags={maxWords}
      onChange={(next) => set(name, next.length === 0 ? undefined : next)}
    />
  )

  return (
    <div className={classes.reading}>
      {isNumber(type) && (
        <>
          <NativeSelect
            label={t('reading.decimal')}
            value={reading.decimal_comma === true ? 'comma' : 'point'}
            data={[
              { value: 'point', label: t('reading.point') },
              { value: 'comma', label: t('reading.comma') },
            ]}
            onChange={(event) => set('decimal_comma', event.currentTarget.value === 'comma' || undefined)}
          />
          <Checkbox
            className={classes.tick}
            label={t(reading.decimal_comma === true ? 'reading.thousandsPoint' : 'reading.thousandsComma')}
            checked={reading.thousands === true}
            onChange={(event) => set('thousands', event.currentTarget.checked || undefined)}
          />
          <UnitSelect
            label={t('reading.unit')}
            description={t('reading.unitHint')}
            value={reading.unit ?? null}
            like={unit}
            {...(planned.unit_candidates.length > 0 && { first: { group: t('unit.candidates'), symbols: planned.unit_candidates } })}
            onChange={(next) => set('unit', next ?? undefined)}
          />
        </>
      )}
      {type === 'date' && (
        <>
          <NativeSelect
            label={t('reading.order')}
            value={reading.date_order ?? ''}
            data={[
              { value: '', label: t('reading.unknown') },
              ...DateOrder.options.map((value) => ({ value, label: t(`dateOrder.${value}`) })),
            ]}
            onChange={(event) => set('date_order', DateOrder.safeParse(event.currentTarget.value).data)}
          />
          <NativeSelect
            label={t('reading.calendar')}
            value={reading.calendar ?? ''}
            data={[
              { value: '', label: t('reading.unknown') },
              ...YearCalendar.options.map((value) => ({ value, label: t(`calendar.${value}`) })),
            ]}
            onChange={(event) => set('calendar', YearCalendar.safeParse(event.currentTarget.value).data)}
          />
        </>
      )}
      {type === 'boolean' && (
        <>
          {words('true_words')}
          {words('false_words')}
        </>
      )}
      {words('empty_words')}
    </div>
  )
}
