import type { Assistant } from '@heddle/contracts/assistant/assistant'
import { Button, Group } from '@mantine/core'
import { IconSchool } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { assistantQueries } from '#entities/assistant/assistants.queries.ts'
import { useLocalized } from '#i18n/use-language.ts'

/** An at sign finds the others. */
const maxOffered = 3

/** Offers experts that accept files, where the one that is asked does not. */
export function FileExperts({ onChoose }: { onChoose: (assistant: Assistant) => void }) {
  const { t } = useTranslation('chat')
  const localized = useLocalized()
  const { data } = useInfiniteQuery(assistantQueries.list({ scope: 'all', acceptsFiles: true }))
  const offered = data?.pages[0]?.assistants.slice(0, maxOffered) ?? []
  if (offered.length === 0) return null
  return (
    <Group role="group" aria-label={t('files.otherExperts')} justify="center" gap="xs" px="xs" pb="xs" c="dimmed" fz="sm">
      <IconSchool size={17} aria-hidden />
      <span>{t('files.otherExperts')}</span>
      {offered.map((assistant) => (
        <Button key={assistant.id} size="xs" variant="light" onClick={() => onChoose(assistant)}>
          {localized(assistant.name)}
        </Button>
      ))}
    </Group>
  )
}
