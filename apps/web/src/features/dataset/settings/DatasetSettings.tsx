import { Dataset, updateDataset } from '@heddle/contracts/dataset/dataset'
import { Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'
import { ConflictDialog } from '#shared/forms/ConflictDialog.tsx'
import { FormActions } from '#shared/forms/FormActions.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { notify } from '#shared/notify/notify.ts'
import { Section } from '#shared/ui/layout/Section.tsx'
import { useUpdateDataset } from '../dataset-edit.queries.ts'
import { DeleteDataset } from './DeleteDataset.tsx'
import { SettingsFields } from './SettingsFields.tsx'

const toValues = ({ revision, name, description, group, access }: Dataset) => ({
  revision,
  dataset: { name, description, group_id: group.id, access },
})

/** What a dataset is called, who gets answers from it, and its deletion. */
export function DatasetSettings({ dataset }: { dataset: Dataset }) {
  return (
    <>
      <SettingsForm dataset={dataset} />
      <DeleteDataset dataset={dataset} />
    </>
  )
}

function SettingsForm({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation('dataset')
  const localized = useLocalized()
  const update = useUpdateDataset(dataset.id)
  const [groupNames, setGroupNames] = useState(() => new Map([[dataset.group.id, dataset.group.name]]))
  const form = useContractForm({
    schema: updateDataset.schema.body,
    initialValues: toValues(dataset),
    fieldOfCode: { AUTH_GROUP_NOT_FOUND: 'dataset.group_id' },
    revised: { entity: Dataset, toValues },
    onSubmit: async (body) => {
      const saved = await update.mutateAsync(body)
      setGroupNames(new Map([...groupNames, [saved.group.id, saved.group.name]]))
      notify({ kind: 'success', message: t('saved'), timeout: 1_500 })
      return toValues(saved)
    },
  })
  const groupName = groupNames.get(form.values.dataset.group_id)

  function describeValue(path: string, value: unknown) {
    if (path === 'dataset.access') return t(value === 'members' ? 'access.members' : 'access.workflow')
    if (path !== 'dataset.group_id') return null
    const name = typeof value === 'string' ? groupNames.get(value) : undefined
    return name && localized(name)
  }

  return (
    <Section title={t('section.settings')}>
      <form {...form.formProps}>
        <Stack gap="lg">
          <SettingsFields
            values={form.values.dataset}
            errors={form.errors}
            localized={form.localized}
            groupName={groupName && localized(groupName)}
            onChange={(field, value) => form.setFieldValue(`dataset.${field}`, value as never)}
          />
          <FormActions form={form} />
        </Stack>
      </form>
      <ConflictDialog
        conflict={form.conflict}
        labels={{
          'dataset.name': t('field.name'),
          'dataset.description': t('field.description'),
          'dataset.group_id': t('field.group'),
          'dataset.access': t('field.access'),
        }}
        format={describeValue}
      />
    </Section>
  )
}
