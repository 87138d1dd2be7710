import type { Chat } from '@heddle/contracts/chat/chat'
import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { runShortcut } from '#shared/shortcuts/shortcuts.ts'
import { useChooseBranch } from '../branch/use-choose-branch.ts'
import { useContinueReply, useEditMessage, useRegenerateReply } from '../branch/use-submissions.ts'
import { toAllowedChoices } from '../choice/allowed-choices.ts'
import type { Choices } from '../choice/use-choices.ts'
import { type FlipArrow, type MessageActions, MessageActionsContext } from './message-actions.ts'

type MessageActionsProviderProps = {
  chat: Chat
  scope: string
  choices: Choices['body']
  isGenerating: boolean
  /** Why no question can be asked in this chat; null when one can. */
  blockedReason: string | null
  children: ReactNode
}

/** The buttons of the message go with it; as after sending, the composer has the focus. On a phone, that would open the keyboard. */
const focusComposer = () => window.matchMedia('(hover: none)').matches || runShortcut('composer')

/** Provides the actions of the messages below it. */
export function MessageActionsProvider({ chat, scope, choices, isGenerating, blockedReason, children }: MessageActionsProviderProps) {
  const { t } = useTranslation('chat')
  const editMessage = useEditMessage(chat)
  const regenerateReply = useRegenerateReply(chat)
  const continueReply = useContinueReply(chat)
  const { mutate: chooseBranch, isPending: isFlipping } = useChooseBranch(chat.id)
  const flipped = useRef<{ messageId: string; arrow: FlipArrow } | null>(null)
  const edited = useRef<string | null>(null)

  const isTemporary = chat.temporary_until !== null
  const busyReason = isGenerating ? t('action.busy') : null
  const lastId = chat.messages.at(-1)?.id ?? null
  // In a ref, because they change with every render; the bars of the messages render only for visible changes.
  const latest = useRef({ editMessage, regenerateReply, continueReply, choices })
  useLayoutEffect(() => {
    latest.current = { editMessage, regenerateReply, continueReply, choices }
  })

  const actions = useMemo<MessageActions>(
    () => ({
      chatId: chat.id,
      isTemporary,
      scope,
      lastId,
      askBlocked: busyReason ?? blockedReason,
      flipBlocked: busyReason,
      regenerate: ({ id, assistant }) => {
        focusComposer()
        latest.current.regenerateReply({ messageId: id, choices: toAllowedChoices(latest.current.choices, assistant !== null) })
      },
      continueReply: ({ id }) => {
        focusComposer()
        latest.current.continueReply({ messageId: id })
      },
      edit: ({ id, assistant }, content, fileIds) => {
        edited.current = id
        focusComposer()
        latest.current.editMessage({
          messageId: id,
          content,
          fileIds,
          choices: toAllowedChoices(latest.current.choices, assistant !== null),
        })
      },
      takeEdit: (messageId) => {
        const wasUsed = edited.current === messageId
        if (wasUsed) edited.current = null
        return wasUsed
      },
      flip: (messageId, arrow) => {
        if (isFlipping) return
        flipped.current = { messageId, arrow }
        chooseBranch({ messageId })
      },
      takeFlip: (messageId) => {
        const arrow = flipped.current?.messageId === messageId ? flipped.current.arrow : null
        if (arrow) flipped.current = null
        return arrow
      },
    }),
    [chat.id, isTemporary, scope, lastId, busyReason, blockedReason, isFlipping, chooseBranch],
  )
  return <MessageActionsContext value={chat.abilities.write ? actions : null}>{children}</MessageActionsContext>
}
