import { createDataset, type Dataset, type DatasetKind } from '@heddle/contracts/dataset/dataset'
import { useTranslation } from 'react-i18next'
import { FormActions } from '#shared/forms/FormActions.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import { useCreateDataset } from '../dataset-edit.queries.ts'
import { KindField } from './KindField.tsx'
import { SettingsFields, type SettingsValues } from './SettingsFields.tsx'

export function CreateDatasetForm({ onCreated }: { onCreated: (dataset: Dataset) => void }) {
  const { t } = useTranslation('dataset')
  const create = useCreateDataset()
  const initial: SettingsValues & { kind: DatasetKind } = {
    kind: 'table',
    name: { default: '' },
    description: { default: '' },
    group_id: '',
    access: 'workflow',
  }
  const form = useContractForm({
    schema: createDataset.schema.body,
    initialValues: { dataset: initial },
    fieldOfCode: { AUTH_GROUP_NOT_FOUND: 'dataset.group_id' },
    onSubmit: async (body) => onCreated(await create.mutateAsync(body)),
  })
  return (
    <form {...form.formProps}>
      <Section title={t('kind.title')}>
        <KindField value={form.values.dataset.kind} onChange={(kind) => form.setFieldValue('dataset.kind', kind)} />
      </Section>
      <Section title={t('section.settings')}>
        <SettingsFields
          values={form.values.dataset}
          errors={form.errors}
          localized={form.localized}
          onChange={(field, value) => form.setFieldValue(`dataset.${field}`, value as never)}
        />
      </Section>
      <FormActions form={form} submitLabel={t('create.submit')} />
    </form>
  )
}
