import { type Collection, createCollection, defaultIndexSettings, type IndexSettings } from '@heddle/contracts/collection/collection'
import { useTranslation } from 'react-i18next'
import { FormActions } from '#shared/forms/FormActions.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import { useCreateCollection } from './collection-edit.queries.ts'
import { IndexFields } from './IndexFields.tsx'
import { pickErrors } from './pick-errors.ts'
import { SettingsFields, type SettingsValues } from './SettingsFields.tsx'

type CreateCollectionFormProps = { embeddingModel: string | null; onCreated: (collection: Collection) => void }

export function CreateCollectionForm({ embeddingModel, onCreated }: CreateCollectionFormProps) {
  const { t } = useTranslation('knowledge')
  const create = useCreateCollection()
  const initial: SettingsValues & IndexSettings = {
    name: { default: '' },
    description: { default: '' },
    copyright: { default: '' },
    group_id: '',
    access: 'workflow',
    allows_preview: true,
    ocr: false,
    rerank_model: null,
    ...defaultIndexSettings,
    embedding_model: embeddingModel,
  }
  const form = useContractForm({
    schema: createCollection.schema.body,
    initialValues: { collection: initial },
    fieldOfCode: { AUTH_GROUP_NOT_FOUND: 'collection.group_id', MODEL_NOT_FOUND: 'collection.embedding_model' },
    onSubmit: async (body) => onCreated(await create.mutateAsync(body)),
  })
  const { collection } = form.values
  const handleChange = (field: string, value: unknown) => form.setFieldValue(`collection.${field}`, value)
  return (
    <form {...form.formProps}>
      <Section title={t('section.settings')}>
        <SettingsFields values={collection} errors={form.errors} localized={form.localized} onChange={handleChange} />
      </Section>
      <Section title={t('section.index')} hint={t('section.indexHint')}>
        <IndexFields values={collection} errors={pickErrors(form.errors, 'collection')} onChange={handleChange} />
      </Section>
      <FormActions form={form} submitLabel={t('create.submit')} />
    </form>
  )
}
