import type { KnowledgeOrigin } from '@heddle/contracts/message/message'
import { Badge, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useTenantToday } from '#entities/auth/session.queries.ts'
import { useLocalized } from '#i18n/use-language.ts'

/** What a reader has to know of a passage of a knowledge collection: where it stands, whether it is valid, whose it is. */
export function KnowledgeFacts({ origin }: { origin: KnowledgeOrigin }) {
  const { t } = useTranslation('chat')
  const localized = useLocalized()
  const { heading_path: headings, valid_until: lastDay, replaced_by: replacement } = origin
  const copyright = localized(origin.copyright)
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
          {t('sources.expired', { day: lastDay })}
        </Badge>
      )}
      {!isExpired && lastDay !== null && (
        <Text size="xs" c="dimmed">
          {t('sources.validUntil', { day: lastDay })}
        </Text>
      )}
      {replacement !== null && (
        <Text size="xs" c="dimmed">
          {t('sources.replacedBy', { title: replacement })}
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
