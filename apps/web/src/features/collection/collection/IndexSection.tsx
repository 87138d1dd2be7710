import { type Collection, type IndexSettings, type Reindex, reindexCollection } from '@heddle/contracts/collection/collection'
import { Alert, Button, Progress, Stack, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#i18n/use-language.ts'
import { ApiError } from '#shared/api/errors.ts'
import { FormDialog } from '#shared/forms/FormDialog.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { confirm } from '#shared/notify/confirm.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { Fact, Facts } from '#shared/ui/layout/Facts.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import { useAbandonReindex, useReindexCollection } from './collection-edit.queries.ts'
import { IndexFields } from './IndexFields.tsx'
import { pickErrors } from './pick-errors.ts'

/** How a collection is indexed, and the index that is built in its place. */
export function IndexSection({ collection }: { collection: Collection }) {
  const { t } = useTranslation('knowledge')
  const { tag } = useLanguage()
  const [isOpen, setIsOpen] = useState(false)
  const { index, reindex } = collection
  return (
    <Section
      title={t('section.index')}
      hint={t('section.indexHint')}
      aside={
        reindex === null && (
          <Button variant="default" leftSection={<IconRefresh size={18} aria-hidden />} onClick={() => setIsOpen(true)}>
            {t('reindex.open')}
          </Button>
        )
      }
    >
      {reindex && <ReindexProgress collection={collection} reindex={reindex} />}
      <Facts>
        <Fact name={t('field.embedding_model')}>{index.embedding_model ?? t('model.noEmbedding')}</Fact>
        <Fact name={t('field.chunk_strategy')}>{t(`strategy.${index.chunk_strategy}`)}</Fact>
        <Fact name={t('field.chunk_tokens')}>{index.chunk_tokens.toLocaleString(tag)}</Fact>
        <Fact name={t('field.overlap_tokens')}>{index.overlap_tokens.toLocaleString(tag)}</Fact>
      </Facts>
      {isOpen && <ReindexDialog collection={collection} onClose={() => setIsOpen(false)} />}
    </Section>
  )
}

type ReindexProgressProps = { collection: Collection; reindex: Reindex }

function ReindexProgress({ collection, reindex: { sources, failure } }: ReindexProgressProps) {
  const { t } = useTranslation('knowledge')
  const { tag } = useLanguage()
  const abandon = useAbandonReindex(collection.id)
  const { done, total } = sources
  const isRetried = collection.state === 'reindexing'

  const handleAbandon = () =>
    void confirm({
      title: t('reindex.abandonTitle'),
      message: t('reindex.abandonMessage'),
      confirmLabel: t('reindex.abandon'),
      width: 420,
      danger: true,
      act: () => abandon.mutateAsync(),
    })

  return (
    <Alert
      color="brand"
      variant="light"
      icon={<IconRefresh />}
      title={t(failure && !isRetried ? 'reindex.failed' : 'reindex.running')}
      mb="md"
    >
      <Stack gap="xs" align="flex-start">
        {failure && <ErrorAlert error={new ApiError(0, failure.code, failure.message, failure.params)} />}
        {failure && isRetried && <Text size="sm">{t('note.retried')}</Text>}
        {(!failure || isRetried) && (
          <>
            <Progress.Root size="sm" w="100%">
              <Progress.Section value={total === 0 ? 0 : (done / total) * 100} aria-label={t('reindex.running')} />
            </Progress.Root>
            <Text size="sm">
              {t('reindex.progress', { count: total, done: done.toLocaleString(tag), total: total.toLocaleString(tag) })}
            </Text>
          </>
        )}
        <Button size="xs" variant="default" onClick={handleAbandon}>
          {t('reindex.abandon')}
        </Button>
      </Stack>
    </Alert>
  )
}

/** Mount a new one for each opening. */
function ReindexDialog({ collection, onClose }: { collection: Collection; onClose: () => void }) {
  const { t } = useTranslation('knowledge')
  const reindex = useReindexCollection(collection.id)
  const initialValues: { index: IndexSettings } = { index: collection.index }
  const form = useContractForm({
    schema: reindexCollection.schema.body,
    initialValues,
    fieldOfCode: { MODEL_NOT_FOUND: 'index.embedding_model' },
    onSubmit: async (body) => {
      await reindex.mutateAsync(body)
      onClose()
    },
  })
  return (
    <FormDialog form={form} isOpen title={t('reindex.title')} submitLabel={t('reindex.submit')} maxWidth={600} onClose={onClose}>
      <Text size="sm">{t('reindex.hint')}</Text>
      <IndexFields
        values={form.values.index}
        errors={pickErrors(form.errors, 'index')}
        isOpen
        onChange={(field, value) => form.setFieldValue(`index.${field}`, value as never)}
      />
    </FormDialog>
  )
}
