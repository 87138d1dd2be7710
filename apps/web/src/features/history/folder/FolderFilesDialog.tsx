import { getFolderFile } from '@heddle/contracts/chat/folder-file'
import type { ChatFolder } from '@heddle/contracts/chat/folder'
import { limits } from '@heddle/contracts/limits'
import { Alert, Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { IconDownload, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { acceptedFiles } from '#entities/document/accept.ts'
import { FindingMark } from '#entities/document/finding/FindingMark.tsx'
import { useDownload } from '#shared/files/use-download.ts'
import { useFileSize } from '#shared/files/use-file-size.ts'
import { formatErrorMessage } from '#shared/notify/describe-error.ts'
import { IconButton } from '#shared/ui/buttons/IconButton.tsx'
import { Dialog } from '#shared/ui/dialogs/Dialog.tsx'
import { Name } from '#shared/ui/Name.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { PageLoader } from '#shared/ui/states/PageLoader.tsx'
import classes from './FolderFilesDialog.module.css'
import { folderFilesQuery, useDeleteFolderFile, useUploadFolderFiles } from './folder-files.queries.ts'

type FolderFilesDialogProps = { folder: ChatFolder; onClose: () => void }

/** The files of a folder, which every chat in it is given. */
export function FolderFilesDialog({ folder, onClose }: FolderFilesDialogProps) {
  const { t } = useTranslation('folder')
  const { t: tError } = useTranslation('errors')
  const formatSize = useFileSize()
  const list = useQuery(folderFilesQuery(folder.id))
  const upload = useUploadFolderFiles(folder.id)
  const remove = useDeleteFolderFile(folder.id)
  const { download } = useDownload(getFolderFile, '*/*')
  const files = list.data ?? []

  return (
    <Dialog isOpen title={t('files.title', { name: folder.name })} maxWidth={520} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('files.hint', { count: limits.filesPerFolder })}
        </Text>
        <ErrorAlert error={list.error ?? upload.error ?? remove.error} />
        {upload.data?.map(({ name, error }, index) => (
          <Alert key={index} color="red" role="alert" title={name}>
            {formatErrorMessage(tError, error)}
          </Alert>
        ))}
        {list.isPending ? (
          <PageLoader />
        ) : files.length === 0 ? (
          <Text size="sm">{t('files.empty')}</Text>
        ) : (
          <ul className={classes.list}>
            {files.map((file) => (
              <li key={file.id} className={classes.file}>
                <Name className={classes.name}>{file.name}</Name>
                <FindingMark file={file} />
                <Text size="xs" c="dimmed">
                  {formatSize(file.size)}
                </Text>
                <IconButton
                  hint={t('files.download')}
                  label={t('files.downloadOne', { name: file.name })}
                  icon={IconDownload}
                  onClick={() => download({ request: { params: { id: folder.id, fileId: file.id } }, fileName: file.name })}
                />
                <IconButton
                  hint={t('files.remove')}
                  label={t('files.removeOne', { name: file.name })}
                  icon={IconTrash}
                  isLoading={remove.isPending && remove.variables === file.id}
                  onClick={() => remove.mutate(file.id)}
                />
              </li>
            ))}
          </ul>
        )}
        <Group justify="flex-end">
          <FileButton multiple accept={acceptedFiles.join(',')} onChange={(chosen) => upload.mutate(chosen)}>
            {(props) => (
              <Button
                {...props}
                leftSection={<IconPlus size={16} aria-hidden />}
                loading={upload.isPending}
                disabled={files.length >= limits.filesPerFolder}
              >
                {t('files.add')}
              </Button>
            )}
          </FileButton>
        </Group>
      </Stack>
    </Dialog>
  )
}
