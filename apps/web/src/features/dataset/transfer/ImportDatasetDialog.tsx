import type { Dataset } from '@heddle/contracts/dataset/dataset'
import type { DatasetFileNotice } from '@heddle/contracts/dataset/dataset-file'
import { Alert, Button, FileButton, Group, List, Progress, Stack, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GroupSelect } from '#entities/group/GroupSelect.tsx'
import { useLanguage, useLocalized } from '#i18n/use-language.ts'
import { useFileSize } from '#shared/files/use-file-size.ts'
import { useUnsaved } from '#shared/forms/unsaved.ts'
import { notify } from '#shared/notify/notify.ts'
import { ReasonedButton } from '#shared/ui/buttons/ReasonedButton.tsx'
import { Dialog } from '#shared/ui/dialogs/Dialog.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { useImportDatasetFile } from './dataset-file.queries.ts'

type ImportDatasetDialogProps = { onOpen: (dataset: Dataset) => void; onClose: () => void }

/** Creates a dataset from a file, and says what could not be taken over. Mount a new one for each opening. */
export function ImportDatasetDialog({ onOpen, onClose }: ImportDatasetDialogProps) {
  const { t } = useTranslation('dataset')
  const { t: tCommon } = useTranslation()
  const localized = useLocalized()
  const formatSize = useFileSize()
  const { create, sent, cancel } = useImportDatasetFile()
  const [file, setFile] = useState<File | null>(null)
  const [groupId, setGroupId] = useState<string | null>(null)
  useUnsaved(create.isPending)
  const { isPending } = create

  function handleFile(chosen: File | null) {
    if (!chosen) return
    create.reset()
    setFile(chosen)
  }

  function handleImport() {
    if (!file || groupId === null) return
    create.mutate(
      { file, groupId },
      {
        onSuccess({ dataset, notices }) {
          if (notices.length > 0) return
          notify({ kind: 'success', message: t('transfer.imported', { name: localized(dataset.name) }) })
          onOpen(dataset)
        },
      },
    )
  }

  if (create.data && create.data.notices.length > 0)
    return (
      <Dialog isOpen title={t('transfer.importTitle')} maxWidth={560} onClose={onClose}>
        <Stack gap="md">
          <Notices notices={create.data.notices} />
          <Group justify="flex-end">
            <Button onClick={() => onOpen(create.data.dataset)}>{t('transfer.open')}</Button>
          </Group>
        </Stack>
      </Dialog>
    )

  return (
    <Dialog isOpen title={t('transfer.importTitle')} maxWidth={560} persistent={isPending} isBusy={isPending} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">{t('transfer.importHint')}</Text>
        <Group gap="sm">
          <FileButton accept="application/zip,.zip" onChange={handleFile}>
            {(props) => (
              <Button {...props} variant="default" disabled={isPending} leftSection={<IconUpload size={18} aria-hidden />}>
                {t(file ? 'transfer.chooseAnother' : 'transfer.choose')}
              </Button>
            )}
          </FileButton>
          {file && (
            <Text size="sm">
              {file.name} · {formatSize(file.size)}
            </Text>
          )}
        </Group>
        <GroupSelect
          label={t('field.group')}
          description={t('transfer.groupHint')}
          required
          disabled={isPending}
          value={groupId}
          onChange={(group) => group && setGroupId(group.id)}
        />
        {isPending && <UploadProgress sent={sent} />}
        <ErrorAlert error={create.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={isPending ? cancel : onClose}>
            {tCommon('cancel')}
          </Button>
          <ReasonedButton
            reason={file && groupId !== null ? null : t(file ? 'transfer.chooseGroupFirst' : 'transfer.chooseFileFirst')}
            loading={isPending}
            onClick={handleImport}
          >
            {t('transfer.import')}
          </ReasonedButton>
        </Group>
      </Stack>
    </Dialog>
  )
}

function Notices({ notices }: { notices: readonly DatasetFileNotice[] }) {
  const { t } = useTranslation('dataset')
  const localized = useLocalized()
  return (
    <Alert color="yellow" variant="light" title={t('transfer.changed')} role="alert">
      <List size="sm">
        {notices.map(({ reason, name, dataset }) => (
          <List.Item key={`${reason} ${name.default}`}>
            {t(`transfer.notice.${reason}`, { name: localized(name), dataset: dataset ? localized(dataset) : '' })}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

function UploadProgress({ sent }: { sent: number }) {
  const { t } = useTranslation('dataset')
  const { tag } = useLanguage()
  const isSent = sent >= 1
  return (
    <Stack gap={6}>
      <Progress value={sent * 100} animated={isSent} aria-label={t('transfer.importTitle')} />
      <Text size="sm" role="status">
        {isSent ? t('transfer.checking') : t('transfer.uploading', { percent: sent.toLocaleString(tag, { style: 'percent' }) })}
      </Text>
    </Stack>
  )
}
