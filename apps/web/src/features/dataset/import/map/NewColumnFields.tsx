import { ColumnType } from '@heddle/contracts/dataset/column'
import type { ImportPlanColumn, NewColumn } from '@heddle/contracts/dataset/import'
import { limits } from '@heddle/contracts/limits'
import { Checkbox, NativeSelect, TagsInput, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '../import.module.css'
import { UnitSelect } from '../../columns/UnitSelect.tsx'
import { canBeKey as isKeyType, type ColumnProblem, isNumber, retype } from '../mapping.ts'

type NewColumnFieldsProps = {
  added: NewColumn
  planned: ImportPlanColumn
  /** Whether the dataset has no key. */
  canBeKey: boolean
  problem: ColumnProblem | null
  onChange: (added: NewColumn) => void
}

function without(added: NewColumn, name: 'unit' | 'choices' | 'key'): NewColumn {
  const { [name]: _removed, ...others } = added
  return others
}

/** What a column is that the import adds. */
export function NewColumnFields({ added, planned, canBeKey, problem, onChange }: NewColumnFieldsProps) {
  const { t } = useTranslation('import')
  const { t: tDataset } = useTranslation('dataset')
  const { name, type, unit, choices = [], key = false } = added
  return (
    <>
      <TextInput
        label={t('map.name')}
        value={name}
        maxLength={limits.nameCharacters}
        error={problem === 'nameless' && t('map.problem.nameless')}
        onChange={(event) => onChange({ ...added, name: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('map.type')}
        value={type}
        data={ColumnType.options.map((value) => ({ value, label: tDataset(`type.${value}`) }))}
        onChange={(event) => onChange(retype(added, event.currentTarget.value as ColumnType, planned))}
      />
      {isNumber(type) && (
        <UnitSelect
          label={t('map.unit')}
          value={unit ?? null}
          {...(planned.unit_candidates.length > 0 && { first: { group: t('unit.candidates'), symbols: planned.unit_candidates } })}
          onChange={(next) => onChange(next === null ? without(added, 'unit') : { ...added, unit: next })}
        />
      )}
      {type === 'choice' && (
        <TagsInput
          label={t('map.choices')}
          value={choices}
          maxTags={limits.datasetChoices}
          error={problem === 'choiceless' && t('map.problem.choiceless')}
          onChange={(next) => onChange(next.length === 0 ? without(added, 'choices') : { ...added, choices: next })}
        />
      )}
      {canBeKey && isKeyType(type) && (
        <Checkbox
          className={classes.tick}
          label={t('map.key')}
          description={t('map.keyHint')}
          checked={key}
          onChange={(event) => onChange(event.currentTarget.checked ? { ...added, key: true } : without(added, 'key'))}
        />
      )}
    </>
  )
}
