import type { ErrorCode } from '@heddle/contracts/errors'
import { isContinuable, type Message } from '@heddle/contracts/message/message'
import { IconPlayerTrackNext, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ReasonedButton } from '#shared/ui/buttons/ReasonedButton.tsx'
import classes from './AssistantMessage.module.css'
import { useMessageActions } from './message-actions.ts'

/** After these the same question often gets a reply: the model has only begun it in another way. */
const codesToRetry: ReadonlySet<ErrorCode> = new Set(['MODEL_ONLY_THOUGHT', 'MODEL_THOUGHT_TO_LIMIT', 'MODEL_EMPTY', 'MODEL_TOOL_CALL'])

/** What the owner can do about the last reply when it was not completed. */
export function EndAction({ message }: { message: Message }) {
  const { t } = useTranslation('chat')
  const { t: tCommon } = useTranslation()
  const actions = useMessageActions()
  if (actions?.lastId !== message.id) return null
  if (isContinuable(message.status)) {
    return (
      <ReasonedButton
        size="xs"
        variant="default"
        className={classes.action}
        leftSection={<IconPlayerTrackNext size={14} aria-hidden />}
        reason={actions.askBlocked}
        onClick={() => actions.continueReply(message)}
      >
        {t('action.continue')}
      </ReasonedButton>
    )
  }
  if (message.status !== 'failed' || !message.error || !codesToRetry.has(message.error.code)) return null
  return (
    <ReasonedButton
      size="xs"
      variant="default"
      className={classes.action}
      leftSection={<IconRefresh size={14} aria-hidden />}
      reason={actions.askBlocked}
      onClick={() => actions.regenerate(message)}
    >
      {tCommon('retry')}
    </ReasonedButton>
  )
}
