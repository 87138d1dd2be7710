import { useEffect } from 'react'
import { useParams } from 'react-router'
import { dropOldDrafts } from '#features/chat/draft/drafts.ts'
import { NewChat } from './NewChat.tsx'
import { OpenChat } from './OpenChat.tsx'

export function ChatPage() {
  const { id } = useParams()
  useEffect(dropOldDrafts, [])
  return id ? <OpenChat key={id} chatId={id} /> : <NewChat />
}
