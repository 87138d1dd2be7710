import { useParams } from 'react-router'
import { useDropStaleDrafts } from '#features/chat/draft/use-drop-stale-drafts.ts'
import { OpenChat } from './OpenChat.tsx'

export function ChatPage() {
  const { id = '' } = useParams()
  useDropStaleDrafts()
  return <OpenChat key={id} chatId={id} />
}
