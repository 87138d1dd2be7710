import { limits } from '@heddle/contracts/limits'
import { Source, updateSource } from '@heddle/contracts/collection/source'
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useListText } from '#i18n/use-language.ts'
import { ConflictDialog } from '#shared/forms/ConflictDialog.tsx'
import { FormDialog } from '#shared/forms/FormDialog.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { notify } from '#shared/notify/notify.ts'
import { PropertyFields } from './PropertyFields.tsx'
import { RecurrenceSelect } from './RecurrenceSelect.tsx'
import { useUpdateSource } from './source-edit.queries.ts'
import { SourceSelect } from '#entities/collection/SourceSelect.tsx'
import { useSourceWords } from '#entities/collection/use-source-words.ts'

const toValues = ({ revision, kind, ...source }: Source) => ({
  revision,
  source: {
    title: source.title,
    tags: source.tags,
    language: source.language,
    valid_from: source.valid_from,
    valid_until: source.valid_until,
    replaced_by: source.replaced_by?.id ?? null,
    ...(kind === 'url' && { recurrence: source.recurrence }),
  },
})

type EditSourceDialogProps = { collectionId: string; source: Source; knownTags: readonly string[]; onClose: () => void }

/** Mount a new one for each opening. */
export function EditSourceDialog({ collectionId, source, knownTags, onClose }: EditSourceDialogProps) {
  const { t } = useTranslation('knowledge')
  const listText = useListText()
  const words = useSourceWords()
  const update = useUpdateSource(collectionId, source.id)
  const form = useContractForm({
    schema: updateSource.schema.body,
    initialValues: toValues(source),
    fieldOfCode: { SOURCE_NOT_FOUND: 'source.replaced_by' },
    revised: { entity: Source, toValues },
    onSubmit: async (body) => {
      await update.mutateAsync(body)
      notify({ kind: 'success', message: t('source.saved'), timeout: 1_500 })
      onClose()
    },
  })
  const { source: values } = form.values

  function describeValue(path: string, value: unknown) {
    if (path === 'source.tags') return listText(value as string[]) || '–'
    if (path === 'source.recurrence') return words.formatRecurrence(value as number | null)
    const language = words.languages.find((known) => known.value === value)
    return path === 'source.language' ? (language?.label ?? t('language.detect')) : null
  }

  return (
    <>
      <FormDialog form={form} isOpen title={t('source.edit')} maxWidth={560} onClose={onClose}>
        <TextInput
          label={t('field.title')}
          required
          maxLength={limits.nameCharacters}
          data-autofocus
          {...form.getInputProps('source.title')}
        />
        <PropertyFields
          values={values}
          errors={form.errors}
          knownTags={knownTags}
          onChange={(field, value) => form.setFieldValue(`source.${field}`, value as never)}
        />
        <SourceSelect
          label={t('field.replaced_by')}
          description={t('field.replaced_byHint')}
          collectionId={collectionId}
          without={source.id}
          value={values.replaced_by}
          chosenTitle={source.replaced_by?.title}
          error={form.errors['source.replaced_by']}
          onChange={(id) => form.setFieldValue('source.replaced_by', id)}
        />
        {values.recurrence !== undefined && (
          <RecurrenceSelect
            label={t('field.recurrence')}
            description={t('field.recurrenceHint')}
            value={values.recurrence}
            error={form.errors['source.recurrence']}
            onChange={(seconds) => form.setFieldValue('source.recurrence', seconds)}
          />
        )}
      </FormDialog>
      <ConflictDialog
        conflict={form.conflict}
        labels={{
          'source.title': t('field.title'),
          'source.tags': t('field.tags'),
          'source.language': t('field.language'),
          'source.valid_from': t('field.valid_from'),
          'source.valid_until': t('field.valid_until'),
          'source.replaced_by': t('field.replaced_by'),
          'source.recurrence': t('field.recurrence'),
        }}
        format={describeValue}
      />
    </>
  )
}
