import type { Message } from '@heddle/contracts/message'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { type ReactNode, useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { AssistantMessage } from '../message/AssistantMessage.tsx'
import { ThoughtProcess } from '../message/ThoughtProcess.tsx'
import { UserMessage } from '../message/UserMessage.tsx'
import type { ReplyStore } from '../reply/reply-store.ts'
import classes from './Thread.module.css'
import { useFollowEnd } from './use-follow-end.ts'

type ThreadProps = {
  chatId: string | null
  messages: readonly Message[]
  /** Null before the chat exists. */
  store: ReplyStore | null
  /** A question on its way, not yet one of the messages. */
  question: string | null
  isOwner: boolean
  opensAt?: 'start' | 'end'
  /** Above the messages. */
  top?: ReactNode
}

/** The messages of a chat. It scrolls by itself, and follows its end while the reader is there. */
export function Thread({ chatId, messages, store, question, isOwner, opensAt = 'end', top }: ThreadProps) {
  const { t } = useTranslation('chat')
  const { scroller, content, isAway, toEnd } = useFollowEnd(opensAt)

  useLayoutEffect(() => {
    if (opensAt === 'end') toEnd()
  }, [chatId, opensAt, toEnd])
  // Whoever asks wants to see the answer, wherever they were reading.
  useLayoutEffect(() => {
    if (question !== null) toEnd()
  }, [question, toEnd])

  return (
    <div className={classes.root}>
      {/* A log would read every word aloud as it comes; the announcer says when a reply is complete. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it */}
      <div ref={scroller} className={classes.scroller} tabIndex={0} role="log" aria-live="off" aria-label={t('page.conversation')}>
        <div ref={content} className={classes.column}>
          {top}
          {messages.map((message) => (
            <div key={message.id} className={classes.message} data-settled={message.status !== 'generating' || undefined}>
              {message.role === 'user' ? (
                <UserMessage content={message.content} />
              ) : (
                store && <AssistantMessage message={message} store={store} isOwner={isOwner} />
              )}
            </div>
          ))}
          {question !== null && (
            <>
              <div className={classes.message}>
                <UserMessage content={question} />
              </div>
              <div className={classes.message}>
                <ThoughtProcess steps={[]} reasoning="" isLive hasText={false} />
              </div>
            </>
          )}
        </div>
      </div>
      {isAway && (
        <Tooltip label={t('page.toEnd')}>
          <ActionIcon
            className={classes.toEnd}
            variant="default"
            radius="xl"
            size="lg"
            aria-label={t('page.toEnd')}
            onClick={() => toEnd('smooth')}
          >
            <IconArrowDown size={18} />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  )
}
