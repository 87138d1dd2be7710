import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '#shared/paths.ts'
import { ImportDatasetDialog } from './ImportDatasetDialog.tsx'

/** Opens the import of a dataset, and then the dataset. */
export function ImportDatasetButton() {
  const { t } = useTranslation('dataset')
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconUpload size={18} aria-hidden />} onClick={() => setIsOpen(true)}>
        {t('transfer.import')}
      </Button>
      {isOpen && <ImportDatasetDialog onOpen={({ id }) => void navigate(paths.dataset(id))} onClose={() => setIsOpen(false)} />}
    </>
  )
}
