import { Button, Group } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '#entities/auth/session.queries.ts'
import { useStartTour } from './use-start-tour.ts'

/** Starts the tours again that are for the user. */
export function TourButton() {
  const { t } = useTranslation('tour')
  const start = useStartTour()
  const shown = usePermission('administer') ? (['setUp', 'chat'] as const) : (['chat'] as const)
  return (
    <Group gap="xs">
      {shown.map((tour) => (
        <Button key={tour} variant="default" leftSection={<IconRoute size={18} aria-hidden />} onClick={() => start(tour)}>
          {t(`repeat.${tour}`)}
        </Button>
      ))}
    </Group>
  )
}
