import type { Chat } from '@heddle/contracts/chat/chat'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '#entities/auth/session.queries.ts'
import frame from '#features/chat/chat.module.css'
import { Choosers } from '#features/chat/choice/Choosers.tsx'
import { useChoices } from '#features/chat/choice/use-choices.ts'
import { CompareButton } from '#features/chat/comparison/CompareButton.tsx'
import { ShownComparisonContext, useComparison } from '#features/chat/comparison/use-comparison.ts'
import { Composer } from '#features/chat/composer/Composer.tsx'
import { Reconnecting } from '#features/chat/composer/Reconnecting.tsx'
import { holdDraft, moveDraft, nameAssistant, reconcileDrafts, toDraftScope, useNamedAssistant } from '#features/chat/draft/drafts.ts'
import { useAttachments } from '#features/chat/files/use-attachments.ts'
import { ChatHeader } from '#features/chat/header/ChatHeader.tsx'
import { RemainingRequests } from '#features/chat/limit/RemainingRequests.tsx'
import { UsageLimitNotice } from '#features/chat/limit/UsageLimitNotice.tsx'
import { useUsageLimit } from '#features/chat/limit/use-usage-limit.ts'
import { MessageActionsProvider } from '#features/chat/message/MessageActionsProvider.tsx'
import { useFreshChat } from '#features/chat/reply/use-fresh-chat.ts'
import { useRejoin, useReplyStatus, useReplyStore, useShownMessages } from '#features/chat/reply/use-reply.ts'
import { sendMessageToChat } from '#features/chat/send-message.ts'
import { SourcePanelHost } from '#features/chat/sources/SourcePanelHost.tsx'
import { AssistantIntro } from '#features/chat/start/AssistantIntro.tsx'
import { PrintedFacts } from '#features/chat/thread/PrintedFacts.tsx'
import { ReplyAnnouncer } from '#features/chat/thread/ReplyAnnouncer.tsx'
import { Thread } from '#features/chat/thread/Thread.tsx'
import { useChatShortcuts } from '#features/chat/thread/use-chat-shortcuts.ts'
import { useTargetMessage } from '#features/chat/thread/use-target-message.ts'
import { loadWithTexts } from '#i18n/load-with-texts.ts'
import { lazyExtra } from '#shared/lazy-extra.ts'
import { paths } from '#shared/paths.ts'
import { TopBarSlot } from '#shared/ui/layout/TopBarSlot.tsx'

const TemporaryBar = lazyExtra(
  async () => (await loadWithTexts(() => import('#features/chat/temporary/TemporaryBar.tsx'), 'temporary')).TemporaryBar,
)

const ReadySwitch = lazyExtra(async () => (await loadWithTexts(() => import('#features/chat/ready/ReadySwitch.tsx'), 'ready')).ReadySwitch)

/** A chat of the user, with the composer. */
export function Conversation({ chat }: { chat: Chat }) {
  const { t } = useTranslation('chat')
  const { id: userId } = useMe()
  const queryClient = useQueryClient()
  const scope = toDraftScope(userId, chat.id)
  const store = useReplyStore(chat.id, scope)
  const { phase, question, isReconnecting, isStopping } = useReplyStatus(store)
  const messages = useShownMessages(store, chat)
  const choices = useChoices(chat, chat.abilities.write ? (chat.assistant?.id ?? null) : null)
  const asked = useNamedAssistant(scope) ?? chat.assistant
  const files = useAttachments({ scope, chat, acceptsFiles: asked?.accepts_files ?? false })
  const usageLimit = useUsageLimit(chat.assistant?.id ?? null, choices.model)
  const target = useTargetMessage(chat)
  const comparison = useComparison(chat)
  const isGenerating = phase !== 'idle' || comparison.isRunning
  useRejoin(store, chat)
  useFreshChat(chat.id, store)
  useChatShortcuts(messages)

  const isTemporary = chat.temporary_until !== null
  // Before anything is typed.
  useLayoutEffect(() => {
    holdDraft(scope, isTemporary)
  }, [scope, isTemporary])

  useEffect(() => {
    if (store.getStatus().phase === 'idle') reconcileDrafts(scope, chat)
  }, [store, scope, chat])

  const handleSend = (content: string) => sendMessageToChat({ queryClient, userId, chat, content, choices: choices.body })
  const isEmpty = messages.length === 0 && question === null
  const canSend = chat.abilities.write && chat.assistant !== null && chat.remaining_requests > 0
  const usageBlock = usageLimit?.kind === 'reached' ? usageLimit.text : null
  const blockedReason = canSend ? usageBlock : chat.assistant === null ? t('header.noAssistant') : t('limit.reached')

  return (
    <SourcePanelHost chat={chat}>
      <div className={frame.page}>
        <TopBarSlot>
          <ChatHeader chat={chat} />
        </TopBarSlot>
        <Suspense>
          {chat.temporary_until && <TemporaryBar chat={chat} until={chat.temporary_until} scope={scope} isGenerating={isGenerating} />}
        </Suspense>
        <div className={frame.body}>
          <ShownComparisonContext value={comparison.shown}>
            <MessageActionsProvider
              chat={chat}
              scope={scope}
              choices={choices.body}
              isGenerating={isGenerating}
              blockedReason={blockedReason}
            >
              <Thread
                chatId={chat.id}
                messages={messages}
                store={store}
                question={question}
                isOwner={chat.abilities.write}
                target={target}
                top={
                  isEmpty ? (
                    chat.assistant && (
                      <AssistantIntro assistant={chat.assistant} blockedReason={blockedReason ?? files.problem} onAsk={handleSend} />
                    )
                  ) : (
                    <PrintedFacts chat={chat} hasTitle />
                  )
                }
              />
            </MessageActionsProvider>
          </ShownComparisonContext>
        </div>
        <ReplyAnnouncer last={comparison.shown ? undefined : chat.messages.at(-1)} store={store} />
        {chat.abilities.write && (
          <Composer
            scope={scope}
            blockedReason={blockedReason}
            isGenerating={isGenerating}
            isStopping={isStopping || comparison.isStopping}
            onSend={handleSend}
            noticeReason={!isGenerating && !isReconnecting && chat.assistant !== null ? blockedReason : null}
            // All replies of a comparison are stopped with one of them. The store reports the failure.
            onStop={() => (phase === 'idle' ? comparison.stop() : void store.stop().catch(() => undefined))}
            notice={
              isReconnecting ? (
                <Reconnecting />
              ) : (
                !isGenerating && (
                  <>
                    {usageLimit && <UsageLimitNotice news={usageLimit} />}
                    <RemainingRequests
                      remaining={chat.remaining_requests}
                      newChatPath={paths.newChat({ assistantId: chat.assistant?.id })}
                      // What was typed here cannot be sent here.
                      onStartNew={() => moveDraft(scope, toDraftScope(userId, null))}
                    />
                  </>
                )
              )
            }
            tools={
              <>
                <Choosers choices={choices} />
                {chat.assistant && !isTemporary && <CompareButton scope={scope} assistant={chat.assistant} choices={choices} />}
                <Suspense>{isGenerating && <ReadySwitch />}</Suspense>
              </>
            }
            files={files}
            mayCompare={!isTemporary}
            onNameExpert={(expert) => nameAssistant(scope, expert?.id === chat.assistant?.id ? null : expert)}
          />
        )}
      </div>
    </SourcePanelHost>
  )
}
