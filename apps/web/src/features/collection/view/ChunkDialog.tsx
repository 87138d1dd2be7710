import { Chunk, createChunk } from '@heddle/contracts/ingestion/chunk'
import { limits } from '@heddle/contracts/limits'
import { Button, Text, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ConflictDialog } from '#shared/forms/ConflictDialog.tsx'
import { FormDialog } from '#shared/forms/FormDialog.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { notify } from '#shared/notify/notify.ts'
import { type SourceAddress, useCreateChunk, useUpdateChunk } from './source-view.queries.ts'

type ChunkDialogProps = {
  params: SourceAddress
  /** Null adds one. */
  chunk: Chunk | null
  onClose: () => void
  onAdded: (chunk: Chunk) => void
}

const toValues = (chunk: Pick<Chunk, 'text'> | null) => ({ chunk: { text: chunk?.text ?? '' } })

/** Mount a new one for each opening. */
export function ChunkDialog({ params, chunk, onClose, onAdded }: ChunkDialogProps) {
  const { t } = useTranslation('passage')
  const create = useCreateChunk(params)
  const update = useUpdateChunk(params)
  const form = useContractForm({
    schema: createChunk.schema.body,
    initialValues: toValues(chunk),
    revised: { entity: Chunk, toValues },
    onSubmit: async (body) => {
      const seenText = form.getInitialValues().chunk.text
      if (chunk) await update.mutateAsync({ chunkId: chunk.id, body: { ...body, seen_text: seenText } })
      else onAdded(await create.mutateAsync(body))
      notify({ kind: 'success', message: t('saved'), timeout: 1_500 })
      onClose()
    },
  })
  const original = chunk?.original_text ?? null
  return (
    <>
      <FormDialog
        form={form}
        isOpen
        title={chunk ? t('edit.title', { number: chunk.number }) : t('add.title')}
        maxWidth={760}
        onClose={onClose}
      >
        <Text size="sm" c="dimmed">
          {t(chunk ? 'edit.hint' : 'add.hint')}
        </Text>
        <Textarea
          label={t('field.text')}
          required
          autosize
          minRows={6}
          maxRows={18}
          maxLength={limits.chunkCharacters}
          data-autofocus
          {...form.getInputProps('chunk.text')}
        />
        {original !== null && form.values.chunk.text !== original && (
          <Button
            variant="subtle"
            size="compact-sm"
            style={{ alignSelf: 'start' }}
            onClick={() => form.setFieldValue('chunk.text', original)}
          >
            {t('edit.restore')}
          </Button>
        )}
      </FormDialog>
      <ConflictDialog conflict={form.conflict} labels={{ 'chunk.text': t('field.text') }} />
    </>
  )
}
