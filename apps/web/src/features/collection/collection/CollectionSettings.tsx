import { Collection, updateCollection } from '@heddle/contracts/collection/collection'
import { Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'
import { ConflictDialog } from '#shared/forms/ConflictDialog.tsx'
import { FormActions } from '#shared/forms/FormActions.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { notify } from '#shared/notify/notify.ts'
import { Section } from '#shared/ui/layout/Section.tsx'
import { useUpdateCollection } from './collection-edit.queries.ts'
import { DeleteCollection } from './DeleteCollection.tsx'
import { IndexSection } from './IndexSection.tsx'
import { SettingsFields } from './SettingsFields.tsx'

const toValues = ({ revision, group, ...collection }: Collection) => ({
  revision,
  collection: {
    name: collection.name,
    description: collection.description,
    copyright: collection.copyright,
    group_id: group.id,
    access: collection.access,
    allows_preview: collection.allows_preview,
    ocr: collection.ocr,
    rerank_model: collection.rerank_model,
  },
})

/** The settings of a collection, how it is indexed, and its deletion. */
export function CollectionSettings({ collection }: { collection: Collection }) {
  return (
    <>
      <SettingsForm collection={collection} />
      <IndexSection collection={collection} />
      <DeleteCollection collection={collection} />
    </>
  )
}

function SettingsForm({ collection }: { collection: Collection }) {
  const { t } = useTranslation('knowledge')
  const localized = useLocalized()
  const update = useUpdateCollection(collection.id)
  const [groupNames, setGroupNames] = useState(() => new Map([[collection.group.id, collection.group.name]]))
  const form = useContractForm({
    schema: updateCollection.schema.body,
    initialValues: toValues(collection),
    fieldOfCode: { AUTH_GROUP_NOT_FOUND: 'collection.group_id', MODEL_NOT_FOUND: 'collection.rerank_model' },
    revised: { entity: Collection, toValues },
    onSubmit: async (body) => {
      const saved = await update.mutateAsync(body)
      setGroupNames(new Map([...groupNames, [saved.group.id, saved.group.name]]))
      notify({ kind: 'success', message: t('saved'), timeout: 1_500 })
      return toValues(saved)
    },
  })
  const groupName = groupNames.get(form.values.collection.group_id)

  function describeValue(path: string, value: unknown) {
    if (path === 'collection.access') return t(value === 'members' ? 'access.members' : 'access.workflow')
    if (path === 'collection.rerank_model') return typeof value === 'string' ? value : t('model.noRerank')
    if (path === 'collection.allows_preview' || path === 'collection.ocr') return t(value === true ? 'yes' : 'no')
    if (path !== 'collection.group_id') return null
    const name = typeof value === 'string' ? groupNames.get(value) : undefined
    return name && localized(name)
  }

  return (
    <Section title={t('section.settings')}>
      <form {...form.formProps}>
        <Stack gap="lg">
          <SettingsFields
            values={form.values.collection}
            errors={form.errors}
            localized={form.localized}
            groupName={groupName && localized(groupName)}
            onChange={(field, value) => form.setFieldValue(`collection.${field}`, value as never)}
          />
          <FormActions form={form} />
        </Stack>
      </form>
      <ConflictDialog
        conflict={form.conflict}
        labels={{
          'collection.name': t('field.name'),
          'collection.description': t('field.description'),
          'collection.copyright': t('field.copyright'),
          'collection.group_id': t('field.group'),
          'collection.access': t('field.access'),
          'collection.allows_preview': t('field.allows_preview'),
          'collection.ocr': t('field.ocr'),
          'collection.rerank_model': t('field.rerank_model'),
        }}
        format={describeValue}
      />
    </Section>
  )
}
