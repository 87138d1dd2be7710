import type { Assistant } from '@heddle/contracts/assistant/assistant'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { assistantQueries } from '#entities/assistant/assistants.queries.ts'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { useMe } from '#entities/auth/session.queries.ts'
import frame from '#features/chat/chat.module.css'
import { Composer } from '#features/chat/composer/Composer.tsx'
import { useDraft } from '#features/chat/draft/drafts.ts'
import { useDropStaleDrafts } from '#features/chat/draft/use-drop-stale-drafts.ts'
import { AssistantIntro } from '#features/chat/start/AssistantIntro.tsx'
import { AssistantPicker } from '#features/chat/start/AssistantPicker.tsx'
import { findLastAssistantId } from '#features/chat/start/last-assistant.ts'
import { NewChatNotice, NewChatTools } from '#features/chat/start/NewChatParts.tsx'
import { useNewChat } from '#features/chat/start/use-new-chat.ts'
import { loadWithTexts } from '#i18n/load-with-texts.ts'
import { lazyExtra } from '#shared/lazy-extra.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { PageLoader } from '#shared/ui/states/PageLoader.tsx'

const loadThread = () => import('#features/chat/thread/Thread.tsx')
const NewChatFolder = lazyExtra(
  async () => (await loadWithTexts(() => import('#features/chat/start/NewChatFolder.tsx'), 'folder')).NewChatFolder,
)
const Thread = lazyExtra(async () => (await loadThread()).Thread)

/** A chat that does not exist yet: the user chooses an expert, and the first message creates the chat. */
export function NewChatPage() {
  const { t } = useTranslation('chat')
  const { id: userId } = useMe()
  const [search, setSearch] = useSearchParams()
  const chosenId = search.get('assistant')
  const folderId = search.get('folder')
  const [lastId, setLastId] = useState(() => findLastAssistantId(userId))
  const wantedId = chosenId ?? lastId
  const assistant = useQuery({ ...assistantQueries.detail(wantedId ?? ''), enabled: wantedId !== null, meta: { silent: true } })
  // Without a choice when the last expert was deleted or is no longer permitted.
  const assistantId = chosenId === null && assistant.error ? null : wantedId
  const acceptsFiles = assistant.data?.accepts_files ?? null
  const { scope, files, choices, usageLimit, usageBlock, temporary, question, ask } = useNewChat({
    assistantId,
    folderId,
    acceptsFiles,
    replacesPage: true,
  })
  // A question sent before an expert was chosen; editing it cancels the waiting.
  const [pendingQuestion, setPendingQuestion] = useState<string | null>(null)
  const isTemporary = temporary?.isOn ?? false
  usePageTitle(isTemporary ? t('page.temporary') : t('page.new'))

  const [draft] = useDraft(scope)
  const isTyping = draft !== ''
  useDropStaleDrafts()
  useEffect(() => {
    // What shows the question, before it is asked. Sending says when it cannot be loaded.
    if (isTyping) void loadThread().catch(() => {})
  }, [isTyping])
  const isPending = assistantId === null && pendingQuestion !== null && pendingQuestion === draft.trim()

  /** Keeps the folder, or leaves it. */
  const choose = (chosen: { assistant?: string | null; folder?: string | null }) =>
    setSearch(
      Object.entries({ assistant: chosenId, folder: folderId, ...chosen }).filter((entry): entry is [string, string] => entry[1] !== null),
      { replace: true },
    )

  function handleChange() {
    setLastId(null)
    choose({ assistant: null })
  }

  function handleChoose(chosen: Assistant) {
    choose({ assistant: chosen.id })
    setPendingQuestion(null)
    const isFree = usageBlock === null && files.problem === null && (chosen.accepts_files || files.attachments.length === 0)
    if (isPending && isFree) void ask(chosen.id, pendingQuestion)
  }

  function handleSend(content: string) {
    if (assistantId === null) setPendingQuestion(content)
    else void ask(assistantId, content)
  }

  return (
    <div className={frame.page}>
      {question !== null ? (
        <div className={frame.body}>
          <Suspense fallback={<PageLoader />}>
            <Thread chatId={null} messages={[]} store={null} question={question} isOwner />
          </Suspense>
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
      {folderId !== null && question === null && !isTemporary && (
        <Suspense>
          <NewChatFolder id={folderId} onLeave={() => choose({ folder: null })} />
        </Suspense>
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
        noticeReason={usageBlock}
        notice={<NewChatNotice usageLimit={usageLimit} isTemporary={isTemporary} />}
        tools={<NewChatTools scope={scope} choices={choices} temporary={temporary} assistant={assistant.data ?? null} />}
        files={files}
        mayCompare={!isTemporary}
        experts={{ chosenId: assistantId, onChoose: (id) => setSearch({ assistant: id }, { replace: true }) }}
      />
    </div>
  )
}
