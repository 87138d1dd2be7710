import { Button, FileButton } from '@mantine/core'
import { IconFilePlus, IconFolderPlus } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { withoutSystemFiles } from './dropped-files.ts'
import { acceptedUploads } from './use-uploads.ts'

/** Chooses files, or a whole folder. */
export function FileButtons({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useTranslation('knowledge')
  const folder = useRef<HTMLInputElement>(null)
  return (
    <>
      <FileButton multiple accept={acceptedUploads.join(',')} onChange={onFiles}>
        {(props) => (
          <Button {...props} leftSection={<IconFilePlus size={18} aria-hidden />}>
            {t('upload.chooseFiles')}
          </Button>
        )}
      </FileButton>
      <Button variant="default" leftSection={<IconFolderPlus size={18} aria-hidden />} onClick={() => folder.current?.click()}>
        {t('upload.chooseFolder')}
      </Button>
      <input
        ref={folder}
        type="file"
        hidden
        multiple
        // A folder: not an attribute of the standard, but of every browser.
        {...{ webkitdirectory: '' }}
        onChange={(event) => {
          onFiles(withoutSystemFiles(event.currentTarget.files ?? []))
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}
