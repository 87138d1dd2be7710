import { useParams } from 'react-router'
import { NewChat } from './NewChat.tsx'
import { OpenChat } from './OpenChat.tsx'

export function ChatPage() {
  const { id } = useParams()
  return id ? <OpenChat key={id} chatId={id} /> : <NewChat />
}
