import { ColumnType } from '@heddle/contracts/dataset/column'
import { limits } from '@heddle/contracts/limits'
import { NumberInput, Select, Stack, Switch, TagsInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DatasetSelect } from '#entities/dataset/DatasetSelect.tsx'
import { LocalizedInput } from '#shared/forms/LocalizedInput.tsx'
import type { ContractForm } from '#shared/forms/use-contract-form.tsx'
import { ChoicesField } from './ChoicesField.tsx'
import { type ColumnValues, isNumeric, type MeasureValues } from './part-values.ts'
import { UnitSelect } from './UnitSelect.tsx'

type ColumnFieldsProps = { datasetId: string; form: ContractForm<{ revision: number; column: ColumnValues }> }

/** What a column is called, and what its cells are. */
export function ColumnFields({ datasetId, form }: ColumnFieldsProps) {
  const { t } = useTranslation('dataset')
  const { type, key, refers_to: link } = form.values.column
  const isLogical = type === 'boolean'
  return (
    <>
      <LocalizedInput
        label={t('field.name')}
        required
        maxLength={limits.nameCharacters}
        data-autofocus
        {...form.localized('column.name')}
      />
      <Select
        label={t('column.type')}
        allowDeselect={false}
        data={ColumnType.options.map((value) => ({ value, label: t(`type.${value}`) }))}
        {...form.getInputProps('column.type')}
      />
      {isNumeric(type) && <NumberFields values={form.values.column} form={form} at="column" />}
      {type === 'choice' && <ChoicesField form={form} />}
      <Stack gap="sm">
        {!isLogical && (
          <Switch label={t('column.key')} description={t('column.keyHint')} {...form.getInputProps('column.key', { type: 'checkbox' })} />
        )}
        {/* A key is both. */}
        {!key && (
          <Switch
            label={t('column.required')}
            description={t('column.requiredHint')}
            {...form.getInputProps('column.required', { type: 'checkbox' })}
          />
        )}
        {!key && !isLogical && (
          <Switch
            label={t('column.unique')}
            description={t('column.uniqueHint')}
            {...form.getInputProps('column.unique', { type: 'checkbox' })}
          />
        )}
      </Stack>
      {!isLogical && (
        <DatasetSelect
          kind="table"
          label={t('column.refers_to')}
          description={t('column.refers_toHint')}
          without={datasetId}
          value={link}
          error={form.errors['column.refers_to']}
          onChange={(id) => form.setFieldValue('column.refers_to', id)}
        />
      )}
      <WordFields form={form} at="column" />
    </>
  )
}

type PartForm<At extends string> = Pick<
  ContractForm<Record<At, unknown> & Record<string, unknown>>,
  'errors' | 'getInputProps' | 'localized' | 'setFieldValue'
>

/** The unit and the digits of a column of numbers, or of a measure. */
export function NumberFields<At extends 'column' | 'measure'>({
  values,
  form,
  at,
}: {
  values: Pick<MeasureValues, 'unit' | 'decimals'>
  form: PartForm<At>
  at: At
}) {
  const { t } = useTranslation('dataset')
  return (
    <>
      <UnitSelect
        label={t('column.unit')}
        description={t('column.unitHint')}
        value={values.unit}
        error={form.errors[`${at}.unit`]}
        onChange={(unit) => form.setFieldValue(`${at}.unit`, unit as never)}
      />
      <NumberInput
        label={t('column.decimals')}
        description={t('column.decimalsHint')}
        min={0}
        max={10}
        allowDecimal={false}
        allowNegative={false}
        maw={220}
        {...form.getInputProps(`${at}.decimals`)}
      />
    </>
  )
}

/** What tells a model, and a reader, what a column or a measure is. */
export function WordFields<At extends 'column' | 'measure'>({ form, at }: { form: PartForm<At>; at: At }) {
  const { t } = useTranslation('dataset')
  return (
    <>
      <TagsInput
        label={t('column.synonyms')}
        description={t('column.synonymsHint')}
        maxTags={limits.datasetSynonyms}
        maxLength={limits.nameCharacters}
        {...form.getInputProps(`${at}.synonyms`)}
      />
      <LocalizedInput
        label={t('field.description')}
        description={t('column.descriptionHint')}
        multiline
        {...form.localized(`${at}.description`)}
      />
    </>
  )
}
