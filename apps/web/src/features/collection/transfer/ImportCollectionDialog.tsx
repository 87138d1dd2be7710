import type { Collection } from '@heddle/contracts/collection/collection'
import type { CollectionImportQuestion } from '@heddle/contracts/collection/collection-file'
import { limits } from '@heddle/contracts/limits'
import { Alert, Button, FileButton, Group, Paper, Progress, Select, Stack, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GroupSelect } from '#entities/group/GroupSelect.tsx'
import { modelNamesQuery } from '#entities/model/model-names.queries.ts'
import { useLanguage, useLocalized } from '#i18n/use-language.ts'
import { useFileSize } from '#shared/files/use-file-size.ts'
import { useUnsaved } from '#shared/forms/unsaved.ts'
import { Dialog } from '#shared/ui/dialogs/Dialog.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { ReasonedButton } from '#shared/ui/buttons/ReasonedButton.tsx'
import { useImportCollection } from './import.queries.ts'
import type { ChosenFile, CollectionFileRefusal } from './read-collection-file.ts'

type Kind = CollectionImportQuestion['kind']
type Choices = Readonly<Partial<Record<Kind, string>>>
type Question = CollectionImportQuestion & { readonly offered: readonly string[] }

/** The value of the choice of no model, also for the service: no model has it as its name. */
const none = ''

/** Returns the models of a file that this site does not have; undefined until it is known which ones it has. */
function useQuestions(chosen: ChosenFile | null): Question[] | undefined {
  const { data: embedding } = useQuery(modelNamesQuery('embedding'))
  const { data: rerank } = useQuery(modelNamesQuery('rerank'))
  if (!embedding || !rerank) return undefined
  const { embedding_model: embeddingModel = null, rerank_model: rerankModel = null } = chosen?.manifest.collection ?? {}
  const wishes = [
    { kind: 'embedding', name: embeddingModel, offered: embedding },
    { kind: 'rerank', name: rerankModel, offered: rerank },
  ] as const
  return wishes.flatMap(({ name, ...wish }) => (name === null || wish.offered.includes(name) ? [] : [{ ...wish, name }]))
}

type ImportCollectionDialogProps = { onImported: (collection: Collection) => void; onClose: () => void }

/** Creates a collection from a file. Mount a new one for each opening. */
export function ImportCollectionDialog({ onImported, onClose }: ImportCollectionDialogProps) {
  const { t } = useTranslation('knowledge')
  const { t: tCommon } = useTranslation()
  const { create, sent, cancel } = useImportCollection()
  const [chosen, setChosen] = useState<ChosenFile | null>(null)
  const [refusal, setRefusal] = useState<CollectionFileRefusal | null>(null)
  const [groupId, setGroupId] = useState<string | null>(null)
  const [choices, setChoices] = useState<Choices>({})
  const questions = useQuestions(chosen)
  useUnsaved(create.isPending)
  const isComplete = groupId !== null && questions?.every(({ kind }) => choices[kind] !== undefined)
  const reason = chosen && isComplete ? null : t(chosen ? 'transfer.chooseFirst' : 'transfer.chooseFileFirst')

  async function handleFile(file: File | null) {
    if (!file) return
    const { readCollectionFile } = await import('./read-collection-file.ts')
    const read = await readCollectionFile(file)
    create.reset()
    setChoices({})
    setRefusal(typeof read === 'string' ? read : null)
    setChosen(typeof read === 'string' ? null : read)
  }

  function handleImport() {
    if (!chosen || groupId === null) return
    const { embedding, rerank } = choices
    const query = {
      group_id: groupId,
      ...(embedding !== undefined && { embedding_model: embedding }),
      ...(rerank !== undefined && { rerank_model: rerank }),
    }
    create.mutate({ file: chosen.file, query }, { onSuccess: ({ collection }) => collection && onImported(collection) })
  }

  return (
    <Dialog
      isOpen
      title={t('transfer.importTitle')}
      maxWidth={560}
      persistent={create.isPending}
      isBusy={create.isPending}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text size="sm">{t('transfer.importHint')}</Text>
        <FileButton accept="application/zip,.zip" onChange={(file) => void handleFile(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              disabled={create.isPending}
              leftSection={<IconUpload size={18} aria-hidden />}
              style={{ alignSelf: 'flex-start' }}
            >
              {t(chosen ? 'transfer.chooseAnother' : 'transfer.choose')}
            </Button>
          )}
        </FileButton>
        {refusal && (
          <Alert color="red" variant="light" role="alert">
            {t(`transfer.refusal.${refusal}`, { gigabytes: limits.collectionFile.bytes / 1024 ** 3 })}
          </Alert>
        )}
        {chosen && (
          <>
            <FileSummary chosen={chosen} />
            <GroupSelect
              label={t('field.group')}
              description={t('field.groupHint')}
              required
              disabled={create.isPending}
              value={groupId}
              onChange={(group) => group && setGroupId(group.id)}
            />
            {questions?.map(({ kind, name, offered }) => (
              <Select
                key={kind}
                label={t(`field.${kind}_model`)}
                description={t('transfer.missingModel', { name })}
                placeholder={t('transfer.chooseModel')}
                required
                disabled={create.isPending}
                data={[{ value: none, label: t(kind === 'embedding' ? 'model.noEmbedding' : 'model.noRerank') }, ...offered]}
                value={choices[kind] ?? null}
                allowDeselect={false}
                onChange={(choice) => choice !== null && setChoices({ ...choices, [kind]: choice })}
              />
            ))}
          </>
        )}
        {create.isPending && <UploadProgress sent={sent} />}
        <ErrorAlert error={create.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={create.isPending ? cancel : onClose}>
            {tCommon('cancel')}
          </Button>
          <ReasonedButton reason={reason} loading={create.isPending} onClick={handleImport}>
            {t('transfer.import')}
          </ReasonedButton>
        </Group>
      </Stack>
    </Dialog>
  )
}

/** What the chosen file is called and has. */
function FileSummary({ chosen: { file, manifest } }: { chosen: ChosenFile }) {
  const { t } = useTranslation('knowledge')
  const { tag } = useLanguage()
  const localized = useLocalized()
  const formatSize = useFileSize()
  const { collection, sources } = manifest
  const facts = [
    t('transfer.sources', { count: sources.length, amount: sources.length.toLocaleString(tag) }),
    formatSize(file.size),
    collection.embedding_model ?? t('model.wordsOnly'),
  ]
  return (
    <Paper withBorder radius="md" p="sm">
      <Text fw={600}>{localized(collection.name)}</Text>
      <Text size="sm" c="dimmed">
        {facts.join(' · ')}
      </Text>
    </Paper>
  )
}

function UploadProgress({ sent }: { sent: number }) {
  const { t } = useTranslation('knowledge')
  const { tag } = useLanguage()
  const isSent = sent >= 1
  const percent = sent.toLocaleString(tag, { style: 'percent' })
  return (
    <Stack gap={6}>
      <Progress value={sent * 100} animated={isSent} aria-label={t('transfer.importTitle')} />
      <Text size="sm" role="status">
        {isSent ? t('transfer.checking') : t('transfer.uploading', { percent })}
      </Text>
    </Stack>
  )
}
