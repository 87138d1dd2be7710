import type { Message } from '@heddle/contracts/message'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '#shared/ui/ActionButton.tsx'
import { useMessageActions } from './message-actions.ts'
import classes from './MessageBar.module.css'

/** Leads to the other versions of a question, or to the other replies to it: ‹ 2/3 ›. */
export function SiblingFlipper({ message }: { message: Message }) {
  const { t } = useTranslation('chat')
  const actions = useMessageActions()
  const group = useRef<HTMLDivElement>(null)
  const { index, count, previous_id, next_id } = message.siblings

  // The message that was shown before has gone with its arrows: the same one of this message gets the focus.
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
