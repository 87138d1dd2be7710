import type { Chat } from '@heddle/contracts/chat/chat'
import { Badge, Button, Group } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { chatQueries } from '#entities/chat/chats.queries.ts'
import { shareQueries } from '#entities/chat/share/shares.queries.ts'
import { useMe } from '#entities/auth/session.queries.ts'
import frame from '#features/chat/chat.module.css'
import { Reconnecting } from '#features/chat/composer/Reconnecting.tsx'
import { toDraftScope } from '#features/chat/draft/drafts.ts'
import { useFreshChat } from '#features/chat/reply/use-fresh-chat.ts'
import { useRejoin, useReplyStatus, useReplyStore } from '#features/chat/reply/use-reply.ts'
import { SourcePanelHost } from '#features/chat/sources/SourcePanelHost.tsx'
import { ContinueInCopy } from '#features/chat/start/ContinueInCopy.tsx'
import { EndTenantShare } from '#features/chat/start/EndTenantShare.tsx'
import { PrintedFacts } from '#features/chat/thread/PrintedFacts.tsx'
import { ReplyAnnouncer } from '#features/chat/thread/ReplyAnnouncer.tsx'
import { Thread } from '#features/chat/thread/Thread.tsx'
import { useTargetMessage } from '#features/chat/thread/use-target-message.ts'
import { useLocalized } from '#i18n/use-language.ts'
import { isUnknownEntity } from '#shared/api/errors.ts'
import { formatDateTime, parseTime } from '#shared/dates.ts'
import { loadMarkdown } from '#shared/markdown/Markdown.tsx'
import { paths } from '#shared/paths.ts'
import { Name } from '#shared/ui/Name.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { PageLoader } from '#shared/ui/states/PageLoader.tsx'

/** A shared chat of another user, read-only. */
export function SharedChatPage() {
  const { t } = useTranslation('chat')
  const { id = '' } = useParams()
  const { data: chat, error, refetch } = useQuery({ ...chatQueries.detail(id), meta: { silent: true } })
  // Loaded in parallel with the chat.
  useEffect(() => void loadMarkdown(), [])
  // A share may end while its page is open.
  const isUnknown = isUnknownEntity(error)
  const isShown = chat !== undefined && !isUnknown
  usePageTitle(isShown ? (chat.title ?? t('page.unnamed')) : null)

  if (isShown) return <SharedConversation key={chat.id} chat={chat} />
  if (!error) return <PageLoader />
  return (
    <div className={frame.problem}>
      <h1 className={frame.heading}>{isUnknown ? t('shared.notFound') : t('page.loadFailed')}</h1>
      {isUnknown ? (
        <>
          <p className={frame.hint}>{t('shared.notFoundHint')}</p>
          <OpenMine />
        </>
      ) : (
        <ErrorAlert error={error} onRetry={() => void refetch()} />
      )}
    </div>
  )
}

function OpenMine() {
  const { t } = useTranslation('chat')
  return (
    <Button component={Link} to={paths.newChat()} variant="light" size="sm">
      {t('shared.openMine')}
    </Button>
  )
}

function SharedConversation({ chat }: { chat: Chat }) {
  const { t } = useTranslation('chat')
  const { t: tShare } = useTranslation('share')
  const { t: tCommon } = useTranslation()
  const localized = useLocalized()
  const { id: userId } = useMe()
  const queryClient = useQueryClient()
  const ownerName = chat.owner.is_deleted ? tCommon('deletedUser') : localized(chat.owner.name) || tCommon('unknownUser')
  const store = useReplyStore(chat.id, toDraftScope(userId, chat.id))
  const { isReconnecting } = useReplyStatus(store)
  const target = useTargetMessage(chat)
  useRejoin(store, chat)
  useFreshChat(chat.id, store)
  // A shared chat opens at its beginning, or at the end to follow a running reply.
  const [opensAt] = useState<'start' | 'end'>(() => (chat.is_generating ? 'end' : 'start'))

  // The list of what is shared with the reader knows now that it was opened.
  useEffect(() => {
    if (!chat.abilities.write) void queryClient.invalidateQueries(shareQueries.withMe())
  }, [queryClient, chat.id, chat.abilities.write])

  // The stream of a reader closes with the page; the owner's stays open.
  useEffect(() => (chat.abilities.write ? undefined : () => store.close()), [store, chat.abilities.write])

  return (
    <SourcePanelHost chat={chat}>
      <div className={frame.page}>
        <div className={frame.body}>
          <Thread
            chatId={chat.id}
            messages={chat.messages}
            store={store}
            question={null}
            isOwner={chat.abilities.write}
            opensAt={opensAt}
            target={target}
            top={
              <>
                <header className={frame.sharedHeader}>
                  <h1 className={frame.heading}>{chat.title ?? t('page.unnamed')}</h1>
                  <div className={frame.sharedBy}>
                    <span>
                      <Trans t={t} i18nKey="shared.by" components={{ name: <Name>{ownerName}</Name> }} />
                    </span>
                    <Badge variant="light" color="gray" tt="none" fw={500} leftSection={<IconEye size={13} aria-hidden />}>
                      {t('shared.readOnly')}
                    </Badge>
                    {chat.shared?.expires_at && (
                      <span>{tShare('reader.until', { time: formatDateTime(parseTime(chat.shared.expires_at)) })}</span>
                    )}
                  </div>
                  {chat.shared?.until_message_id && <p className={frame.sharedBy}>{tShare('reader.laterHidden')}</p>}
                  {chat.messages.length === 0 && <p className={frame.sharedBy}>{t('shared.empty')}</p>}
                </header>
                <PrintedFacts chat={chat} />
              </>
            }
          />
        </div>
        <ReplyAnnouncer last={chat.messages.at(-1)} store={store} />
        <footer className={frame.sharedFooter}>
          {isReconnecting ? <Reconnecting /> : <span>{t('composer.warning')}</span>}
          <Group gap="xs">
            {chat.abilities.fork && <ContinueInCopy chatId={chat.id} />}
            {chat.abilities.unshare && <EndTenantShare chatId={chat.id} />}
            <OpenMine />
          </Group>
        </footer>
      </div>
    </SourcePanelHost>
  )
}
