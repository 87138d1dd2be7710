import type { ShareInput } from '@heddle/contracts/chat/share'
import { List, Loader, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { Name } from '#shared/ui/Name.tsx'
import { shareQueries } from './shares.queries.ts'

const shownFiles = 10

/** How many would read a chat, and which files and cited passages they would not see. */
export function SharePreview({ chatId, share }: { chatId: string; share: ShareInput }) {
  const { t } = useTranslation('share')
  const headingId = useId()
  const { data, error, isPending, refetch } = useQuery(shareQueries.preview(chatId, share))
  if (error) return <ErrorAlert error={error} onRetry={() => void refetch()} />
  if (isPending) return <Loader size="sm" type="dots" />
  const { reader_count, message_count, files, passages, total = passages.length } = data
  return (
    <Stack component="section" gap={6} aria-labelledby={headingId}>
      <Text size="sm" c="dimmed" role="status">
        {t('hidden.seen', {
          readers: t('hidden.readers', { count: reader_count }),
          messages: t('hidden.messages', { count: message_count }),
        })}
      </Text>
      <Text size="sm" fw={500} id={headingId} component="h3" m={0}>
        {t('hidden.heading')}
      </Text>
      {files.length + passages.length === 0 && <Text size="sm">{t('hidden.none')}</Text>}
      {files.length > 0 && (
        <>
          <Text size="sm">{t('hidden.files', { count: files.length })}</Text>
          <List size="sm" pl="md">
            {files.slice(0, shownFiles).map(({ id, name }) => (
              <List.Item key={id}>
                <Name>{name}</Name>
              </List.Item>
            ))}
          </List>
          <More count={files.length - shownFiles} />
        </>
      )}
      {passages.length > 0 && (
        <>
          <Text size="sm">{t('hidden.passages', { count: total })}</Text>
          <List size="sm" pl="md">
            {passages.map(({ message_id, number, title, reader_count: withheldFrom }) => (
              <List.Item key={`${message_id} ${number}`}>
                {t('hidden.passage', { number, from: t('hidden.readers', { count: withheldFrom }) })}{' '}
                {title === null ? t('hidden.untitled') : <Name>{title}</Name>}
              </List.Item>
            ))}
          </List>
          <More count={total - passages.length} />
        </>
      )}
    </Stack>
  )
}

function More({ count }: { count: number }) {
  const { t } = useTranslation('share')
  if (count <= 0) return null
  return (
    <Text size="sm" c="dimmed" pl="md">
      {t('hidden.more', { count })}
    </Text>
  )
}
