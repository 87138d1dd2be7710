import { Button } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '#shared/paths.ts'
import { tourStore } from './tour-store.ts'

/** Starts the tour of the chat page again. */
export function TourButton() {
  const { t } = useTranslation('tour')
  const navigate = useNavigate()

  function handleStart() {
    tourStore.set('running')
    void navigate(paths.newChat())
  }

  return (
    <Button variant="default" leftSection={<IconRoute size={18} aria-hidden />} onClick={handleStart}>
      {t('repeat')}
    </Button>
  )
}
