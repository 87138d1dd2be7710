import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { chatQueries } from '#entities/chat/chats.queries.ts'
import frame from '#features/chat/chat.module.css'
import { isUnknownEntity } from '#shared/api/errors.ts'
import { loadMarkdown } from '#shared/markdown/Markdown.tsx'
import { paths } from '#shared/paths.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { PageLoader } from '#shared/ui/states/PageLoader.tsx'
import { Conversation } from './Conversation.tsx'

/** A chat by its id, or the reason why it cannot be shown. */
export function OpenChat({ chatId }: { chatId: string }) {
  const { t } = useTranslation('chat')
  const { data: chat, error, refetch } = useQuery({ ...chatQueries.detail(chatId), meta: { silent: true } })
  // Loaded in parallel with the chat.
  useEffect(() => void loadMarkdown(), [])
  usePageTitle(chat ? (chat.temporary_until ? t('page.temporary') : (chat.title ?? t('page.unnamed'))) : null)

  if (chat) return <Conversation chat={chat} />
  if (!error) return <PageLoader />
  return (
    <div className={frame.problem}>
      <h1 className={frame.heading}>{isUnknownEntity(error) ? t('page.notFound') : t('page.loadFailed')}</h1>
      {isUnknownEntity(error) ? (
        <>
          <p className={frame.hint}>{t('page.notFoundHint')}</p>
          <Button component={Link} to={paths.newChat()} variant="light">
            {t('limit.startNew')}
          </Button>
        </>
      ) : (
        <ErrorAlert error={error} onRetry={() => void refetch()} />
      )}
    </div>
  )
}
