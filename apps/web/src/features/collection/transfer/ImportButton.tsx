import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useLocalized } from '#i18n/use-language.ts'
import { notify } from '#shared/notify/notify.ts'
import { paths } from '#shared/paths.ts'
import { ImportCollectionDialog } from './ImportCollectionDialog.tsx'

/** Opens the import of a collection, and then the collection. */
export function ImportButton() {
  const { t } = useTranslation('knowledge')
  const localized = useLocalized()
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconUpload size={18} aria-hidden />} onClick={() => setIsOpen(true)}>
        {t('transfer.import')}
      </Button>
      {isOpen && (
        <ImportCollectionDialog
          onImported={({ id, name }) => {
            notify({ kind: 'success', message: t('transfer.imported', { name: localized(name) }) })
            void navigate(paths.collection(id))
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
