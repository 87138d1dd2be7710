import type { CollectionItem } from '@heddle/contracts/collection/collection'
import { exportCollection } from '@heddle/contracts/collection/collection-file'
import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'
import { NetworkError } from '#shared/api/errors.ts'
import { useDownload } from '#shared/files/use-download.ts'
import { useFileSize } from '#shared/files/use-file-size.ts'
import { useUnsaved } from '#shared/forms/unsaved.ts'
import { Dialog } from '#shared/ui/dialogs/Dialog.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'

type ExportCollectionDialogProps = { collection: Pick<CollectionItem, 'id' | 'name'>; onClose: () => void }

/** Downloads a collection as a file. Mount a new one for each opening. */
export function ExportCollectionDialog({ collection: { id, name }, onClose }: ExportCollectionDialogProps) {
  const { t } = useTranslation('knowledge')
  const { t: tCommon } = useTranslation()
  const title = useLocalized()(name)
  const formatSize = useFileSize()
  const { download, cancel, isDownloading, error, receivedBytes, totalBytes } = useDownload(exportCollection, 'application/zip', {
    silent: true,
  })
  useUnsaved(isDownloading)

  const handleDownload = () => download({ request: { params: { id } }, fileName: `${title}.zip` }, { onSuccess: onClose })

  return (
    <Dialog
      isOpen
      title={t('transfer.exportTitle', { name: title })}
      maxWidth={520}
      persistent={isDownloading}
      isBusy={isDownloading}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text size="sm">{t('transfer.exportHint')}</Text>
        {isDownloading && (
          <Stack gap={6}>
            <Progress
              value={totalBytes === null ? 0 : (100 * receivedBytes) / totalBytes}
              aria-label={t('transfer.exportTitle', { name: title })}
            />
            <Text size="sm" role="status">
              {t('transfer.received', { done: formatSize(receivedBytes), total: formatSize(totalBytes ?? receivedBytes) })}
            </Text>
          </Stack>
        )}
        {error instanceof NetworkError ? (
          <Alert color="red" variant="light" role="alert">
            {t('transfer.brokenOff')}
          </Alert>
        ) : (
          <ErrorAlert error={error} />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={isDownloading ? cancel : onClose}>
            {tCommon('cancel')}
          </Button>
          <Button loading={isDownloading} leftSection={<IconDownload size={18} aria-hidden />} onClick={handleDownload}>
            {t('transfer.download')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
