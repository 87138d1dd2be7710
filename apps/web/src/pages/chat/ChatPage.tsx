import { useEffect } from 'react'
import { useParams } from 'react-router'
import { dropStaleFiles } from '#entities/chat/kept-files.ts'
import { useMe } from '#entities/auth/session.queries.ts'
import { dropOldDrafts, toUserPrefix } from '#features/chat/draft/drafts.ts'
import { NewChat } from './NewChat.tsx'
import { OpenChat } from './OpenChat.tsx'

export function ChatPage() {
  const { id } = useParams()
  const { id: userId } = useMe()
  useEffect(() => {
    dropOldDrafts()
    void dropStaleFiles(toUserPrefix(userId))
  }, [userId])
  return id ? <OpenChat key={id} chatId={id} /> : <NewChat />
}
