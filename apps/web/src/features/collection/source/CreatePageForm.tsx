import { createSource, type Source } from '@heddle/contracts/collection/source'
import { limits } from '@heddle/contracts/limits'
import { Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormActions } from '#shared/forms/FormActions.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { DuplicateSwitch, isDuplicate } from './DuplicateSwitch.tsx'
import { PropertyFields, type PropertyValues } from './PropertyFields.tsx'
import { RecurrenceSelect } from './RecurrenceSelect.tsx'
import { useCreateSource } from './source-edit.queries.ts'

type PageValues = {
  source: PropertyValues & { kind: 'url'; url: string; title: string | undefined; recurrence: number | null }
  allow_duplicate: boolean
}

const initialValues: PageValues = {
  source: {
    kind: 'url',
    url: '',
    title: undefined,
    recurrence: null,
    tags: [],
    language: null,
    valid_from: null,
    valid_until: null,
  },
  allow_duplicate: false,
}

type CreatePageFormProps = { collectionId: string; knownTags: readonly string[]; onCreated: (source: Source) => void }

/** Adds a web page, or the pages of a sitemap, which are fetched again in the chosen recurrence. */
export function CreatePageForm({ collectionId, knownTags, onCreated }: CreatePageFormProps) {
  const { t } = useTranslation('knowledge')
  const create = useCreateSource(collectionId)
  const [hasDuplicate, setHasDuplicate] = useState(false)
  const form = useContractForm({
    schema: createSource.schema.body,
    initialValues,
    fieldOfCode: { SOURCE_BLOCKED_ADDRESS: 'source.url' },
    onSubmit: async (body) => {
      try {
        onCreated(await create.mutateAsync(body))
      } catch (error) {
        setHasDuplicate(isDuplicate(error))
        throw error
      }
    },
  })
  const { source } = form.values
  return (
    <form {...form.formProps}>
      <Stack gap="lg" maw={620}>
        <TextInput
          type="url"
          label={t('field.url')}
          description={t('field.urlHint')}
          placeholder="https://"
          required
          maxLength={limits.urlCharacters}
          {...form.getInputProps('source.url')}
        />
        <TextInput
          label={t('field.title')}
          description={t('field.pageTitleHint')}
          maxLength={limits.nameCharacters}
          value={source.title ?? ''}
          error={form.errors['source.title']}
          onChange={(event) => form.setFieldValue('source.title', event.currentTarget.value || undefined)}
        />
        <RecurrenceSelect
          label={t('field.recurrence')}
          description={t('field.recurrenceHint')}
          value={source.recurrence}
          error={form.errors['source.recurrence']}
          onChange={(seconds) => form.setFieldValue('source.recurrence', seconds)}
        />
        <PropertyFields
          values={source}
          errors={form.errors}
          knownTags={knownTags}
          onChange={(field, value) => form.setFieldValue(`source.${field}`, value as never)}
        />
        {hasDuplicate && <DuplicateSwitch {...form.getInputProps('allow_duplicate', { type: 'checkbox' })} />}
        <FormActions form={form} submitLabel={t('addSource.submit')} />
      </Stack>
    </form>
  )
}
