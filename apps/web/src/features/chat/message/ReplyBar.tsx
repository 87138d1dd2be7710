import { acceptsFeedback, type Message } from '@heddle/contracts/message/message'
import { IconBook2, IconFileTypeDocx, IconMessageCog, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useExportChat } from '#entities/chat/chats.queries.ts'
import { FallbackModels } from '#entities/chat/FallbackModels.tsx'
import { Name } from '#shared/ui/Name.tsx'
import { ActionButton } from '#shared/ui/buttons/ActionButton.tsx'
import { FeedbackButtons } from '../feedback/FeedbackButtons.tsx'
import { FeedbackFollowUp } from '../feedback/FeedbackFollowUp.tsx'
import { useFeedback } from '../feedback/use-feedback.ts'
import { useSourcePanel } from '../sources/source-panel.ts'
import { CopyButton } from './CopyButton.tsx'
import { type MessageActions, useMessageActions } from './message-actions.ts'
import classes from './MessageBar.module.css'
import { readReply } from './read-reply.ts'
import { SiblingFlipper } from './SiblingFlipper.tsx'

/** The actions of a reply that has ended. */
export function ReplyBar({ message }: { message: Message }) {
  const actions = useMessageActions()
  return actions ? <OwnReplyBar message={message} actions={actions} /> : <Bar message={message} isKept />
}

function OwnReplyBar({ message, actions }: { message: Message; actions: MessageActions }) {
  const { t } = useTranslation('chat')
  const feedback = useFeedback(actions.chatId, message)
  const panel = useSourcePanel()
  const exportChat = useExportChat(actions.chatId)
  const isLast = message.id === actions.lastId
  // Feedback from before a failed continuation can still be removed.
  const offersFeedback = !actions.isTemporary && (acceptsFeedback(message.status, message.content !== '') || message.feedback !== null)
  return (
    <>
      <Bar message={message} isKept={isLast || feedback.rating !== null}>
        {offersFeedback && <FeedbackButtons feedback={feedback} />}
        <ActionButton label={t('action.regenerate')} reason={actions.askBlocked} onClick={() => actions.regenerate(message)}>
          <IconRefresh size={16} />
        </ActionButton>
        {panel && !actions.isTemporary && (
          <ActionButton label={t('action.told')} onClick={() => panel.openTold(message.id)}>
            <IconMessageCog size={16} />
          </ActionButton>
        )}
        {message.content !== '' && !actions.isTemporary && (
          <ActionButton label={t('action.exportWord')} onClick={() => exportChat.mutate({ format: 'docx', messageId: message.id })}>
            <IconFileTypeDocx size={16} />
          </ActionButton>
        )}
      </Bar>
      {offersFeedback && (
        <FeedbackFollowUp feedback={feedback} askBlocked={actions.askBlocked} onAskAgain={() => actions.regenerate(message)} />
      )}
    </>
  )
}

/** The model that answered, and the one in whose place it did. */
function ReplyDetails({ message: { model, steps } }: { message: Message }) {
  const { t } = useTranslation('chat')
  if (!model) return null
  const fallback = steps.findLast((step) => step.fallback?.answered === model.name)?.fallback
  return (
    <span className={classes.model} title={t('message.model', { name: model.name })}>
      {fallback ? <FallbackModels {...fallback} /> : <Name>{model.name}</Name>}
    </span>
  )
}

type BarProps = { message: Message; isKept: boolean; children?: ReactNode }

/** The actions of every reader, and after them those of the owner. */
function Bar({ message, isKept, children }: BarProps) {
  const { t } = useTranslation('chat')
  const panel = useSourcePanel()
  const hasText = message.content !== ''
  return (
    <div className={classes.root} data-kept={isKept || undefined}>
      {children && <SiblingFlipper message={message} />}
      {hasText && <CopyButton read={() => readReply(message)} label={t('message.copy')} />}
      {hasText && panel && (
        <ActionButton label={t('sources.show')} onClick={() => panel.openSources({ message, sources: message.sources })}>
          <IconBook2 size={16} />
        </ActionButton>
      )}
      {children}
      <ReplyDetails message={message} />
    </div>
  )
}
