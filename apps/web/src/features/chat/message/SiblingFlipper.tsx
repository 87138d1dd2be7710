import type { Message } from '@heddle/contracts/message/message'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '#shared/ui/buttons/ActionButton.tsx'
import { useMessageActions } from './message-actions.ts'
import classes from './MessageBar.module.css'

/** Switches between the versions of a question, or between the replies to it: ‹ 2/3 ›. */
export function SiblingFlipper({ message }: { message: Message }) {
  const { t } = useTranslation('chat')
  const actions = useMessageActions()
  const group = useRef<HTMLDivElement>(null)
  const { index, count, previous_id, next_id } = message.siblings

  // The previous message was unmounted with its arrows: the same arrow of this message gets the focus.
  const takeFlip = actions?.takeFlip
  useLayoutEffect(() => {
    const arrow = takeFlip?.(message.id)
    if (arrow) group.current?.querySelector<HTMLElement>(`[data-arrow=${arrow}] button`)?.focus({ preventScroll: true })
  }, [takeFlip, message.id])

  if (!actions || count < 2) return null
  const findReason = (target: string | null) => (target === null ? t('action.noMore') : actions.flipBlocked)
  return (
    <div ref={group} className={classes.flipper} role="group" aria-label={t('action.versions')}>
      <span data-arrow="previous">
        <ActionButton
          label={t('action.previous')}
          reason={findReason(previous_id)}
          onClick={() => previous_id && actions.flip(previous_id, 'previous')}
        >
          <IconChevronLeft size={16} />
        </ActionButton>
      </span>
      <span className={classes.place}>
        {index + 1}/{count}
      </span>
      <span data-arrow="next">
        <ActionButton label={t('action.next')} reason={findReason(next_id)} onClick={() => next_id && actions.flip(next_id, 'next')}>
          <IconChevronRight size={16} />
        </ActionButton>
      </span>
    </div>
  )
}
