import type { ChatShare } from '@heddle/contracts/chat/share'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconUser, IconUsersGroup, IconWorld } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { notify } from '#shared/notify/notify.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { Name } from '#shared/ui/Name.tsx'
import { useEndChatShare } from './shares.queries.ts'
import { useShareWords } from './use-share-words.ts'

const icons = { tenant: IconWorld, groups: IconUsersGroup, people: IconUser }

type ShareListProps = { chatId: string; shares: readonly ChatShare[]; labelledBy: string; onChange: (share: ChatShare) => void }

/** The shares of a chat that go on, each with what changes and ends it. */
export function ShareList({ chatId, shares, labelledBy, onChange }: ShareListProps) {
  const { t } = useTranslation('share')
  const { formatReaders, formatEnd } = useShareWords()
  const end = useEndChatShare()

  const handleEnd = (shareId: string) =>
    end.mutate({ chatId, shareId }, { onSuccess: () => notify({ kind: 'success', message: t('stopped'), timeout: 1_500 }) })

  return (
    <>
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-labelledby={labelledBy}>
        {shares.map((share) => {
          const readers = formatReaders(share)
          const ReadersIcon = icons[share.audience]
          return (
            <Group key={share.id} component="li" justify="space-between" gap="xs">
              <Group gap="sm" wrap="nowrap" style={{ flex: '1 1 16rem', minWidth: 0 }}>
                <ReadersIcon size={20} aria-hidden style={{ flex: 'none' }} />
                <div style={{ minWidth: 0 }}>
                  <Text size="sm" fw={550} lineClamp={2}>
                    <Name>{readers}</Name>
                  </Text>
                  <Text size="xs" c="dimmed">
                    {[
                      t(`listed.${share.until_message_id === null ? 'live' : 'until_message'}`),
                      formatEnd(share.expires_at),
                      t('opened', { count: share.opened_count }),
                    ].join(' · ')}
                  </Text>
                </div>
              </Group>
              <Group gap={4} wrap="nowrap">
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={t('changeOf', { readers })}
                  disabled={end.isPending}
                  onClick={() => onChange(share)}
                >
                  {t('change')}
                </Button>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="red"
                  aria-label={t('stopOf', { readers })}
                  loading={end.isPending && end.variables.shareId === share.id}
                  disabled={end.isPending}
                  onClick={() => handleEnd(share.id)}
                >
                  {t('stop')}
                </Button>
              </Group>
            </Group>
          )
        })}
      </Stack>
      <ErrorAlert error={end.error} />
    </>
  )
}
