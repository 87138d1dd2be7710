import type { Collection } from '@heddle/contracts/collection/collection'
import { useTranslation } from 'react-i18next'
import { DropArea } from '#shared/files/DropArea.tsx'
import { SourceTable } from './source/SourceTable.tsx'
import { readDroppedFiles } from './upload/dropped-files.ts'
import { UploadPanel } from './upload/UploadPanel.tsx'
import { useRefetchWhileUploading, useUploads } from './upload/use-uploads.ts'

/** The sources of a collection and the uploads into it, which begin by dropping files or folders on the page. */
export function CollectionSources({ collection }: { collection: Collection }) {
  const { t } = useTranslation('knowledge')
  const files = useUploads(collection.id)
  useRefetchWhileUploading(collection.id, files.isActive)
  return (
    <>
      <UploadPanel files={files} />
      <SourceTable collection={collection} />
      <DropArea hint={t('upload.drop')} onDrop={(transfer) => void readDroppedFiles(transfer).then(files.add)} />
    </>
  )
}
