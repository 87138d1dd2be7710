import type { KnowledgeOrigin, MessageSource } from '@heddle/contracts/chat/message'
import { Badge, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useTenantToday } from '#entities/session/session.queries.ts'
import { useLanguage, useLocalized } from '#i18n/use-language.ts'

type KnowledgeFactsProps = { source: Pick<MessageSource, 'score'>; origin: KnowledgeOrigin }

/** What a reader has to know of a passage of a knowledge collection: where it stands, how well it fits, whether it is valid, whose it is. */
export function KnowledgeFacts({ source: { score }, origin }: KnowledgeFactsProps) {
  const { t } = useTranslation('chat')
  const { tag } = useLanguage()
  const localized = useLocalized()
  const { heading_path: headings, valid_until: lastDay, replaced_by: replacement } = origin
  const copyright = localized(origin.copyright)
  const formatDay = (day: string) => new Date(`${day}T00:00:00`).toLocaleDateString(tag, { dateStyle: 'medium' })
  const today = useTenantToday()
  const isExpired = lastDay !== null && lastDay < today
  return (
    <Group gap="xs" mt={6} role="group" aria-label={t('sources.facts')}>
      {headings.length > 0 && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {headings.join(' › ')}
        </Text>
      )}
      {isExpired && (
        <Badge color="red" variant="light" tt="none">
          {t('sources.expired', { day: formatDay(lastDay) })}
        </Badge>
      )}
      {!isExpired && lastDay !== null && (
        <Text size="xs" c="dimmed">
          {t('sources.validUntil', { day: formatDay(lastDay) })}
        </Text>
      )}
      {replacement !== null && (
        <Text size="xs" c="dimmed">
          {t('sources.replacedBy', { title: replacement })}
        </Text>
      )}
      {score !== null && (
        <Text size="xs" c="dimmed">
          {t('sources.score', { score: score.toLocaleString(tag, { maximumSignificantDigits: 2 }) })}
        </Text>
      )}
      {copyright !== '' && (
        <Text size="xs" c="dimmed">
          {copyright}
        </Text>
      )}
    </Group>
  )
}
