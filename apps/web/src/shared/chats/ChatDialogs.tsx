import type { ChatSummary } from '@heddle/contracts/chat'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { DeleteChatDialog } from './DeleteChatDialog.tsx'
import { ShareChatDialog } from './ShareChatDialog.tsx'

type Target = Pick<ChatSummary, 'id' | 'title'>
type ChatDialogs = { openShare: (chat: Target) => void; openDelete: (chat: Target) => void }

const ChatDialogsContext = createContext<ChatDialogs | null>(null)

type ChatDialogsProviderProps = { onDeleted: (chatId: string) => void; children: ReactNode }

/** Holds the share and delete dialogs of whichever chat they were opened for. */
export function ChatDialogsProvider({ onDeleted, children }: ChatDialogsProviderProps) {
  const [sharing, setSharing] = useState<{ chat: Target; isOpen: boolean } | null>(null)
  const [deleting, setDeleting] = useState<{ chat: Target; isOpen: boolean } | null>(null)
  const dialogs = useMemo<ChatDialogs>(
    () => ({
      openShare: (chat) => setSharing({ chat, isOpen: true }),
      openDelete: (chat) => setDeleting({ chat, isOpen: true }),
    }),
    [],
  )

  return (
    <ChatDialogsContext value={dialogs}>
      {children}
      {sharing && (
        <ShareChatDialog
          key={`share ${sharing.chat.id}`}
          chat={sharing.chat}
          isOpen={sharing.isOpen}
          onClose={() => setSharing({ ...sharing, isOpen: false })}
          onClosed={() => setSharing(null)}
        />
      )}
      {deleting && (
        <DeleteChatDialog
          key={`delete ${deleting.chat.id}`}
          chat={deleting.chat}
          isOpen={deleting.isOpen}
          onClose={() => setDeleting({ ...deleting, isOpen: false })}
          onClosed={() => setDeleting(null)}
          onDeleted={onDeleted}
        />
      )}
    </ChatDialogsContext>
  )
}

export function useChatDialogs(): ChatDialogs {
  const dialogs = use(ChatDialogsContext)
  if (!dialogs) throw new Error('useChatDialogs needs the ChatDialogsProvider of the shell')
  return dialogs
}
