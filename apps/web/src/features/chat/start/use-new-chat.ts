// A chat that does not exist yet: what was typed for it, its files and choices, and the first question, which creates it.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { useMe, useSession } from '#entities/auth/session.queries.ts'
import { pageScopes } from '#entities/chat/page-scopes.ts'
import { loadMarkdown } from '#shared/markdown/Markdown.tsx'
import { paths } from '#shared/paths.ts'
import { useChoices } from '../choice/use-choices.ts'
import { compareIn, draftStore, holdDraft, toDraftScope, writeDraft } from '../draft/drafts.ts'
import { getAttachmentStore } from '../files/attachments.ts'
import { uploadAttachments } from '../files/upload-file.ts'
import { useAttachments } from '../files/use-attachments.ts'
import { useUsageLimit } from '../limit/use-usage-limit.ts'
import { rememberAssistant } from './last-assistant.ts'
import { loadSending, useCreateChat } from './use-create-chat.ts'

type NewChatOptions = {
  /** The expert that the choices are for; null while none is chosen. */
  assistantId: string | null
  /** The folder that the chat is created in. */
  folderId?: string | null
  /** Whether the expert reads files; null while that is unknown. */
  acceptsFiles: boolean | null
  /** Whether the chat takes the place of the page in the browser's history. */
  replacesPage: boolean
}

export function useNewChat({ assistantId, folderId = null, acceptsFiles, replacesPage }: NewChatOptions) {
  const { id: userId } = useMe()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const choices = useChoices(null, assistantId)
  const usageLimit = useUsageLimit(assistantId, choices.model)
  const create = useCreateChat()
  const scope = toDraftScope(userId, null)
  const { may_have_temporary_chats: mayBeTemporary } = useSession()
  const isTemporary = useSyncExternalStore(pageScopes.subscribe, () => mayBeTemporary && pageScopes.has(scope))
  const files = useAttachments({ scope, chat: null, acceptsFiles })
  const [question, setQuestion] = useState<string | null>(null)
  const isHere = useRef(true)

  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  async function ask(expertId: string, content: string) {
    if (question !== null) return
    setQuestion(content)
    // Loaded now, because the reply needs it.
    void loadMarkdown()
    try {
      const kind = isTemporary ? { temporary: true } : folderId === null ? {} : { folder_id: folderId }
      const chat = await create.mutateAsync({ assistant_id: expertId, ...choices.body, ...kind })
      const { sendMessageToChat } = await loadSending()
      rememberAssistant(userId, expertId)
      if (draftStore.text(scope).trim() === content) writeDraft(scope, '')
      const ownScope = toDraftScope(userId, chat.id)
      holdDraft(ownScope, isTemporary)
      const waiting = getAttachmentStore(scope)
      writeDraft(ownScope, content)
      if (!isTemporary) compareIn(ownScope, draftStore.comparison(scope))
      compareIn(scope, null)
      await uploadAttachments(queryClient, chat.id, waiting)
      // A refused file keeps the text in the composer too: the chat exists now, and shows both.
      const isComplete = waiting.getUploads().attachments.length === 0
      holdDraft(scope, false)
      if (isComplete) sendMessageToChat({ queryClient, userId, chat, content, choices: choices.body })
      getAttachmentStore(ownScope).adopt(waiting)
      // Navigates only if the user has not left this page meanwhile.
      if (isHere.current) await navigate(paths.chat(chat.id), { replace: replacesPage })
    } catch {
      // The mutation reports the error; the text is still in the composer.
      setQuestion(null)
    }
  }

  return {
    scope,
    files,
    choices,
    usageLimit,
    /** Why the user may not ask anything now. */
    usageBlock: usageLimit?.kind === 'reached' ? usageLimit.text : null,
    /** Whether the question starts a temporary chat, and what changes that; null for a user who may have none. */
    temporary: mayBeTemporary ? { isOn: isTemporary, turn: (isOn: boolean) => holdDraft(scope, isOn) } : null,
    /** The question that is being sent. */
    question,
    ask,
  }
}
