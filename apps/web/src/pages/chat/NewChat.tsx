import type { Assistant } from '@heddle/contracts/assistant'
import { Id } from '@heddle/contracts/wire'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { assistantQueries } from '#entities/assistant/assistants.queries.ts'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { useMe } from '#entities/session/session.queries.ts'
import frame from '#features/chat/chat.module.css'
import { Choosers } from '#features/chat/choice/Choosers.tsx'
import { useChoices } from '#features/chat/choice/use-choices.ts'
import { Composer } from '#features/chat/composer/Composer.tsx'
import { toDraftScope, draftStore, useDraft, writeDraft } from '#features/chat/draft/drafts.ts'
import { getAttachmentStore } from '#features/chat/files/attachments.ts'
import { uploadAttachments } from '#features/chat/files/upload-file.ts'
import { useAttachments } from '#features/chat/files/use-attachments.ts'
import { UsageLimitNotice } from '#features/chat/limit/UsageLimitNotice.tsx'
import { useUsageLimit } from '#features/chat/limit/use-usage-limit.ts'
import { sendMessageToChat } from '#features/chat/send-message.ts'
import { AssistantIntro } from '#features/chat/start/AssistantIntro.tsx'
import { AssistantPicker } from '#features/chat/start/AssistantPicker.tsx'
import { useCreateChat } from '#features/chat/start/use-create-chat.ts'
import { Thread } from '#features/chat/thread/Thread.tsx'
import { loadMarkdown } from '#shared/markdown/Markdown.tsx'
import { paths } from '#shared/paths.ts'
import { ErrorAlert } from '#shared/ui/ErrorAlert.tsx'
import { PageLoader } from '#shared/ui/PageLoader.tsx'

/** A chat that does not exist yet: the user chooses an expert, and the first message creates the chat. */
export function NewChat() {
  const { t } = useTranslation('chat')
  const { id: userId } = useMe()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const chosenId = search.get('assistant')
  const [lastId, setLastId] = useState(() => findLastAssistantId(userId))
  const wantedId = chosenId ?? lastId
  const assistant = useQuery({ ...assistantQueries.detail(wantedId ?? ''), enabled: wantedId !== null, meta: { silent: true } })
  // Without a choice when the last expert was deleted or is no longer permitted.
  const assistantId = chosenId === null && assistant.error ? null : wantedId
  const choices = useChoices(null, assistantId)
  const usageLimit = useUsageLimit()
  const create = useCreateChat()
  const [question, setQuestion] = useState<string | null>(null)
  // A question sent before an expert was chosen; editing it cancels the waiting.
  const [pendingQuestion, setPendingQuestion] = useState<string | null>(null)
  const isHere = useRef(true)
  usePageTitle(t('page.new'))

  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  const scope = toDraftScope(userId, null)
  const files = useAttachments({ scope, chat: null, acceptsFiles: assistant.data?.accepts_files ?? null })

  const [draft] = useDraft(scope)
  const isPending = assistantId === null && pendingQuestion !== null && pendingQuestion === draft.trim()
  const usageBlock = usageLimit?.kind === 'reached' ? usageLimit.text : null

  function handleChange() {
    setLastId(null)
    setSearch({}, { replace: true })
  }

  function handleChoose(chosen: Assistant) {
    setSearch({ assistant: chosen.id }, { replace: true })
    setPendingQuestion(null)
    const isFree = usageBlock === null && files.problem === null && (chosen.accepts_files || files.attachments.length === 0)
    if (isPending && isFree) void ask(chosen.id, pendingQuestion)
  }

  function handleSend(content: string) {
    if (assistantId === null) setPendingQuestion(content)
    else void ask(assistantId, content)
  }

  async function ask(expertId: string, content: string) {
    if (question !== null) return
    setQuestion(content)
    // Loaded now, because the reply needs it.
    void loadMarkdown()
    try {
      const chat = await create.mutateAsync({ assistant_id: expertId, ...choices.body })
      rememberAssistant(userId, expertId)
      if (draftStore.text(scope).trim() === content) writeDraft(scope, '')
      const ownScope = toDraftScope(userId, chat.id)
      const waiting = getAttachmentStore(scope)
      writeDraft(ownScope, content)
      await uploadAttachments(queryClient, chat.id, waiting)
      // A refused file keeps the text in the composer too: the chat exists now, and shows both.
      const isComplete = waiting.getUploads().attachments.length === 0
      if (isComplete) sendMessageToChat({ queryClient, userId, chat, content, choices: choices.body })
      getAttachmentStore(ownScope).adopt(waiting)
      // Navigates only if the user has not left this page meanwhile.
      if (isHere.current) await navigate(paths.chat(chat.id), { replace: true })
    } catch {
      // The mutation reports the error; the text is still in the composer.
      setQuestion(null)
    }
  }

  return (
    <div className={frame.page}>
      {question !== null ? (
        <div className={frame.body}>
          <Thread chatId={null} messages={[]} store={null} question={question} isOwner />
        </div>
      ) : (
        <div className={frame.scroll}>
          {assistantId === null ? (
            <AssistantPicker onChoose={handleChoose} />
          ) : assistant.data ? (
            <AssistantIntro
              assistant={assistant.data}
              blockedReason={usageBlock ?? files.problem}
              onAsk={handleSend}
              onChange={handleChange}
            />
          ) : assistant.error ? (
            <div className={frame.problem}>
              <h1 className={frame.heading}>{t('start.loadFailed')}</h1>
              <ErrorAlert error={assistant.error} onRetry={() => void assistant.refetch()} />
            </div>
          ) : (
            <PageLoader />
          )}
        </div>
      )}
      <Composer
        scope={scope}
        focusKey={assistantId ?? ''}
        blockedReason={assistantId !== null && assistant.error ? t('composer.chooseFirst') : usageBlock}
        waitingFor={isPending ? t('composer.chooseToSend') : null}
        isLeaving={question !== null}
        isGenerating={false}
        isStopping={false}
        onSend={handleSend}
        onStop={() => undefined}
        notice={usageLimit && <UsageLimitNotice news={usageLimit} />}
        tools={<Choosers choices={choices} />}
        files={files}
      />
    </div>
  )
}

// The expert of the last question in this browser: a new chat starts with the same one.
const createStorageKey = (userId: string) => `lastAssistant.${userId}`

const rememberAssistant = (userId: string, assistantId: string): void => localStorage.setItem(createStorageKey(userId), assistantId)

function findLastAssistantId(userId: string): string | null {
  const { data } = Id.safeParse(localStorage.getItem(createStorageKey(userId)))
  return data ?? null
}
