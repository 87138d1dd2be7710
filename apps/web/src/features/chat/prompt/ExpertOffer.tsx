import { Button, Group } from '@mantine/core'
import { IconSchool } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { assistantQueries } from '#entities/assistant/assistants.queries.ts'
import { useLocalized } from '#i18n/use-language.ts'

type ExpertOfferProps = { id: string; onAccept: () => void; onDismiss: () => void }

/** Offers the expert that an inserted prompt is meant for. */
export function ExpertOffer({ id, onAccept, onDismiss }: ExpertOfferProps) {
  const { t } = useTranslation('prompt')
  const localized = useLocalized()
  const { data: expert } = useQuery({ ...assistantQueries.detail(id), meta: { silent: true } })
  if (!expert) return null
  return (
    <Group role="status" justify="center" gap="xs" px="xs" pb="xs" c="dimmed" fz="sm">
      <IconSchool size={17} aria-hidden />
      <span>{t('expert.offer', { name: localized(expert.name) })}</span>
      <Button size="xs" variant="light" onClick={onAccept}>
        {t('expert.accept')}
      </Button>
      <Button size="xs" variant="subtle" color="gray" onClick={onDismiss}>
        {t('expert.keep')}
      </Button>
    </Group>
  )
}
