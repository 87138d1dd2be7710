import { textEncodings, type ReadingSettings } from '@heddle/contracts/document/reading'
import { listCorrectable, Source, updateSourceReading } from '@heddle/contracts/collection/source'
import { NumberInput, Select, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ConflictDialog } from '#shared/forms/ConflictDialog.tsx'
import { FormDialog } from '#shared/forms/FormDialog.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { notify } from '#shared/notify/notify.ts'
import { useUpdateSourceReading } from './source-edit.queries.ts'

const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar', ' ': 'space' } as const satisfies Record<
  NonNullable<ReadingSettings['delimiter']>,
  string
>

const toValues = ({ revision, reading }: Source) => ({ revision, reading })

type ReadingDialogProps = { collectionId: string; source: Source; onClose: () => void }

/** Corrects how a source is read, which is read again then. Mount a new one for each opening. */
export function ReadingDialog({ collectionId, source, onClose }: ReadingDialogProps) {
  const { t } = useTranslation('reading')
  const update = useUpdateSourceReading(collectionId, source.id)
  const form = useContractForm({
    schema: updateSourceReading.schema.body,
    initialValues: toValues(source),
    revised: { entity: Source, toValues },
    onSubmit: async (body) => {
      await update.mutateAsync(body)
      notify({ kind: 'success', message: t('correct.done'), timeout: 1_500 })
      onClose()
    },
  })
  const fields = listCorrectable(source.kind, source.media_type)
  const { encoding, delimiter, header_row: headerRow } = form.values.reading
  const delimiters = Object.entries(delimiterNames).map(([value, name]) => ({ value, label: t(`delimiter.${name}`) }))

  const describeValue = (path: string, value: unknown) =>
    path === 'reading.delimiter' && value !== undefined
      ? (delimiters.find((known) => known.value === value)?.label ?? null)
      : typeof value === 'string' || typeof value === 'number'
        ? String(value)
        : t('detect')

  return (
    <>
      <FormDialog form={form} isOpen title={t('correct.title')} submitLabel={t('correct.submit')} maxWidth={480} onClose={onClose}>
        <Text size="sm" c="dimmed">
          {t('correct.hint')}
        </Text>
        <Select
          label={t('field.encoding')}
          placeholder={t('detect')}
          searchable
          clearable
          data-autofocus
          openOnFocus={false}
          data={textEncodings}
          value={encoding ?? null}
          error={form.errors['reading.encoding']}
          onChange={(value) => form.setFieldValue('reading.encoding', value ?? undefined)}
        />
        {fields.includes('delimiter') && (
          <Select
            label={t('field.delimiter')}
            placeholder={t('detect')}
            clearable
            data={delimiters}
            value={delimiter ?? null}
            error={form.errors['reading.delimiter']}
            onChange={(value) => form.setFieldValue('reading.delimiter', (value ?? undefined) as ReadingSettings['delimiter'])}
          />
        )}
        {fields.includes('header_row') && (
          <NumberInput
            label={t('field.header_row')}
            description={t('field.header_rowHint')}
            placeholder={t('detect')}
            min={0}
            max={100}
            allowDecimal={false}
            value={headerRow ?? ''}
            error={form.errors['reading.header_row']}
            onChange={(value) => form.setFieldValue('reading.header_row', value === '' ? undefined : Number(value))}
          />
        )}
      </FormDialog>
      <ConflictDialog
        conflict={form.conflict}
        labels={{
          'reading.encoding': t('field.encoding'),
          'reading.delimiter': t('field.delimiter'),
          'reading.header_row': t('field.header_row'),
        }}
        format={describeValue}
      />
    </>
  )
}
