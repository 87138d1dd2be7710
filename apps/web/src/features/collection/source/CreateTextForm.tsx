import { createSource, type Source } from '@heddle/contracts/collection/source'
import { limits } from '@heddle/contracts/limits'
import { Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormActions } from '#shared/forms/FormActions.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { DuplicateSwitch, isDuplicate } from './DuplicateSwitch.tsx'
import { PropertyFields, type PropertyValues } from './PropertyFields.tsx'
import { useCreateSource } from './source-edit.queries.ts'

type TextValues = { source: PropertyValues & { kind: 'text'; title: string; text: string }; allow_duplicate: boolean }

const initialValues: TextValues = {
  source: { kind: 'text', title: '', text: '', tags: [], language: null, valid_from: null, valid_until: null },
  allow_duplicate: false,
}

type CreateTextFormProps = { collectionId: string; knownTags: readonly string[]; onCreated: (source: Source) => void }

/** Adds a text that is typed or pasted. */
export function CreateTextForm({ collectionId, knownTags, onCreated }: CreateTextFormProps) {
  const { t } = useTranslation('knowledge')
  const create = useCreateSource(collectionId)
  const [hasDuplicate, setHasDuplicate] = useState(false)
  const form = useContractForm({
    schema: createSource.schema.body,
    initialValues,
    onSubmit: async (body) => {
      try {
        onCreated(await create.mutateAsync(body))
      } catch (error) {
        setHasDuplicate(isDuplicate(error))
        throw error
      }
    },
  })
  return (
    <form {...form.formProps}>
      <Stack gap="lg" maw={760}>
        <TextInput label={t('field.title')} required maxLength={limits.nameCharacters} {...form.getInputProps('source.title')} />
        <Textarea
          label={t('field.text')}
          description={t('field.textHint')}
          required
          autosize
          minRows={8}
          maxRows={24}
          {...form.getInputProps('source.text')}
        />
        <PropertyFields
          values={form.values.source}
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
