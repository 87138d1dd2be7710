import type { ChatSummary } from '@heddle/contracts/chat/chat'
import { ChatHistoryItem } from './ChatHistoryItem.tsx'
import classes from './ChatHistory.module.css'
import { GeneratingWatch } from './GeneratingWatch.tsx'

type ChatItemsProps = { chats: readonly ChatSummary[]; openChatId: string | undefined; labelledBy: string }

/** A list of chats in the drawer. */
export function ChatItems({ chats, openChatId, labelledBy }: ChatItemsProps) {
  return (
    <>
      <ul className={classes.list} aria-labelledby={labelledBy}>
        {chats.map((chat) => (
          <ChatHistoryItem key={chat.id} chat={chat} isOpen={chat.id === openChatId} />
        ))}
      </ul>
      <GeneratingWatch chatIds={chats.filter((chat) => chat.is_generating && chat.id !== openChatId).map(({ id }) => id)} />
    </>
  )
}
