import type { Message } from '@heddle/contracts/message/message'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { type ReactNode, Suspense, useCallback, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasGaps, hasPages } from '#entities/chat/known-messages.ts'
import { loadWithTexts } from '#i18n/load-with-texts.ts'
import { lazyExtra } from '#shared/lazy-extra.ts'
import { useShortcut } from '#shared/shortcuts/shortcuts.ts'
import { PageLoader } from '#shared/ui/states/PageLoader.tsx'
import { ThoughtProcess } from '../message/ThoughtProcess.tsx'
import { UserMessage } from '../message/UserMessage.tsx'
import type { ReplyStore } from '../reply/reply-store.ts'
import { Messages } from './Messages.tsx'
import type { TargetMessage } from './target-message.ts'
import classes from './Thread.module.css'
import { useFollowEnd } from './use-follow-end.ts'

const FindBar = lazyExtra(async () => (await loadWithTexts(() => import('../find/FindBar.tsx'), 'find')).FindBar)

type ThreadProps = {
  chatId: string | null
  messages: readonly Message[]
  /** Null before the chat exists. */
  store: ReplyStore | null
  /** A question that is being sent, and not yet in the messages. */
  question: string | null
  isOwner: boolean
  opensAt?: 'start' | 'end'
  /** The message to scroll to, once it is among the messages. */
  target?: TargetMessage | null
  /** Above the messages. */
  top?: ReactNode
}

/** The scrollable messages of a chat; follows the end while the reader is there. */
export function Thread({ chatId, messages, store, question, isOwner, opensAt = 'end', target = null, top }: ThreadProps) {
  const { t } = useTranslation('chat')
  // Only the messages near the viewport are rendered of a chat of several pages. A shorter one is rendered completely, so that the browser
  // can search, select and read aloud all of it; it may grow.
  const [wasLong, setWasLong] = useState(() => hasPages(messages))
  const isLong = wasLong || hasGaps(messages)
  if (isLong && !wasLong) setWasLong(true)
  const { scroller, element, content, isAway, toEnd, leaveEnd } = useFollowEnd(opensAt)

  const [isFinding, setIsFinding] = useState(false)
  const [found, setFound] = useState<TargetMessage | null>(null)
  const openFind = useCallback(() => setIsFinding(true), [])
  // The menu of the chat offers it by the same rule.
  useShortcut('find', (isLong || hasPages(messages)) && chatId !== null ? openFind : null)

  useLayoutEffect(() => {
    if (opensAt === 'end') toEnd()
  }, [chatId, opensAt, toEnd])
  // A new question scrolls to the end, wherever the user was reading.
  useLayoutEffect(() => {
    if (question !== null) toEnd()
  }, [question, toEnd])

  return (
    <div className={classes.root}>
      {/* A log role would read every token aloud; the announcer announces complete replies. */}
      <div
        ref={scroller}
        className={classes.scroller}
        data-focus-home
        data-long={isLong || undefined}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label={t('page.conversation')}
      >
        <div ref={content} className={classes.column}>
          {top}
          {/* Around the messages alone: while they wait for what formats them, the page around them is there to be used. */}
          <Suspense fallback={<PageLoader />}>
            <Messages
              chatId={chatId}
              messages={messages}
              store={store}
              isOwner={isOwner}
              isLong={isLong}
              scroller={element}
              opensAt={opensAt}
              target={found ?? target}
              onLeaveEnd={leaveEnd}
              onToEnd={toEnd}
            />
          </Suspense>
          {question !== null && (
            <>
              <div className={classes.message} data-role="user">
                <UserMessage content={question} />
              </div>
              <div className={classes.message}>
                <ThoughtProcess steps={[]} reasoning="" isLive hasText={false} />
              </div>
            </>
          )}
        </div>
      </div>
      <Suspense>
        {isFinding && chatId !== null && element && (
          <FindBar
            chatId={chatId}
            lastMessageId={messages.at(-1)?.id ?? ''}
            scroller={element}
            onTarget={setFound}
            onClose={() => {
              setIsFinding(false)
              setFound(null)
            }}
          />
        )}
      </Suspense>
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
