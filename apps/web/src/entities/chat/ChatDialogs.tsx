import { type ComponentType, createContext, type ReactNode, use, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadWithTexts } from '#i18n/load-with-texts.ts'
import { NetworkError } from '#shared/api/errors.ts'
import { useLeavePage } from '#shared/hooks/use-leave-page.ts'
import { notifyError } from '#shared/notify/describe-error.ts'
import { OverlayBoundary } from '#shared/ui/states/CrashBoundary.tsx'
import { findFocusOrigin, returnFocus } from '#shared/ui/focus-origin.ts'
import type { ChatDialogProps } from './chat-dialog.ts'

type Target = ChatDialogProps['chat']
type ChatDialogs = Record<'openShare' | 'openRename' | 'openMove' | 'openDelete', (chat: Target) => void>
type Shown = { Dialog: ComponentType<ChatDialogProps>; chat: Target; isOpen: boolean; opening: number; origin: HTMLElement | null }

const ChatDialogsContext = createContext<ChatDialogs | null>(null)

type ChatDialogsProviderProps = { onDeleted: (chatId: string) => void; children: ReactNode }

/** Renders the share, rename, move and delete dialogs of the chat that they were opened for. Each dialog is loaded on first use. */
export function ChatDialogsProvider({ onDeleted, children }: ChatDialogsProviderProps) {
  const { t } = useTranslation('errors')
  const [shown, setShown] = useState<Shown | null>(null)
  useLeavePage(() => shown && setShown({ ...shown, isOpen: false }))
  const dialogs = useMemo<ChatDialogs>(() => {
    async function open(load: () => Promise<ComponentType<ChatDialogProps>>, chat: Target) {
      const origin = findFocusOrigin()
      try {
        const Dialog = await load()
        setShown((last) => ({ Dialog, chat, isOpen: true, opening: (last?.opening ?? 0) + 1, origin }))
      } catch (error) {
        notifyError(t, new NetworkError('The dialog could not be loaded', { cause: error }))
      }
    }
    return {
      openShare: (chat) =>
        void open(async () => (await loadWithTexts(() => import('./share/ShareChatDialog.tsx'), 'share', 'table')).ShareChatDialog, chat),
      openRename: (chat) => void open(async () => (await import('./RenameChatDialog.tsx')).RenameChatDialog, chat),
      openMove: (chat) => void open(async () => (await loadWithTexts(() => import('./MoveChatDialog.tsx'), 'folder')).MoveChatDialog, chat),
      openDelete: (chat) => void open(async () => (await import('./DeleteChatDialog.tsx')).DeleteChatDialog, chat),
    }
  }, [t])

  function handleClosed() {
    setShown(null)
    returnFocus(shown?.origin ?? null)
  }

  return (
    <ChatDialogsContext value={dialogs}>
      {children}
      <OverlayBoundary isOpen={shown !== null} opening={shown?.opening} onClose={handleClosed}>
        {shown && (
          <shown.Dialog
            key={shown.opening}
            chat={shown.chat}
            isOpen={shown.isOpen}
            onClose={() => setShown({ ...shown, isOpen: false })}
            onClosed={handleClosed}
            onDeleted={onDeleted}
          />
        )}
      </OverlayBoundary>
    </ChatDialogsContext>
  )
}

export function useChatDialogs(): ChatDialogs {
  const dialogs = use(ChatDialogsContext)
  if (!dialogs) throw new Error('useChatDialogs needs the ChatDialogsProvider of the shell')
  return dialogs
}
