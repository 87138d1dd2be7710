import { limits } from '@heddle/contracts/limits'
import { Group, Stack, Text } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DropArea } from '#shared/files/DropArea.tsx'
import classes from './AddFiles.module.css'
import { readDroppedFiles } from './upload/dropped-files.ts'
import { FileButtons } from './upload/FileButtons.tsx'
import { useUploads } from './upload/use-uploads.ts'

/** Chooses or drops the files to add, whose upload begins at once. */
export function AddFiles({ collectionId, onAdded }: { collectionId: string; onAdded: () => void }) {
  const { t } = useTranslation('knowledge')
  const { add } = useUploads(collectionId)

  function handleFiles(files: File[]) {
    if (files.length === 0) return
    add(files)
    onAdded()
  }

  return (
    <Stack className={classes.area} align="center" gap="sm">
      <IconFileUpload size={36} stroke={1.4} aria-hidden />
      <Text fw={600}>{t('upload.dropHere')}</Text>
      <Text size="sm" c="dimmed" maw={520}>
        {t('upload.formats', { megabytes: limits.sourceFileBytes / 1024 / 1024 })}
      </Text>
      <Group gap="sm" justify="center">
        <FileButtons onFiles={handleFiles} />
      </Group>
      <DropArea hint={t('upload.drop')} onDrop={(transfer) => void readDroppedFiles(transfer).then(handleFiles)} />
    </Stack>
  )
}
