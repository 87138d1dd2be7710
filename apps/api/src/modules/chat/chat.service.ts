import type { createChat, queryChats, setChatTitle, shareChat } from '@heddle/contracts/chat'
import type { ErrorCode } from '@heddle/contracts/errors'
import { limits } from '@heddle/contracts/limits'
import type { Pool } from 'pg'
import { z } from 'zod'
import { AppError } from '../../errors/app-error.ts'
import type { Actor } from '../../permissions/actor.ts'
import { canDeleteChat, canShareChat, canUnshareChat, canWriteChat } from '../../permissions/chat.permissions.ts'
import type { Paging } from '../../plugins/paging.ts'
import type { AssistantService } from '../assistant/assistant.service.ts'
import type { ModelService } from '../model/model.service.ts'
import type { SweepOrphanedReplies } from './chat.jobs.ts'
import type { ChatView } from './chat.presenter.ts'
import type { ChatRepository, ChatRow } from './chat.repository.ts'
import { databaseTime, listChats } from './chat.sql.ts'
import { loadPath, type MessageRow } from './message.sql.ts'
import type { ReplyService } from './reply/reply.service.ts'
import type { WriteTitle } from './title.ts'

type ChatServiceDependencies = {
  readonly chats: ChatRepository
  readonly pool: Pool
  readonly paging: Paging
  readonly assistants: AssistantService
  readonly models: ModelService
  readonly replies: Pick<ReplyService, 'stopGeneration'>
  readonly sweep: SweepOrphanedReplies
  readonly writeTitle: WriteTitle
}

const Key = z.object({ position: z.coerce.date(), id: z.string() })
/** When the first page was read: the pages after it keep that order, whatever changes meanwhile. */
const Filters = z.object({ as_of: z.coerce.date().nullable() })

type WholeChatView = ChatView & { readonly messages: readonly MessageRow[] }

export type ChatService = ReturnType<typeof createChatService>

export function createChatService({ chats, pool, paging, assistants, models, replies, sweep, writeTitle }: ChatServiceDependencies) {
  const list = paging.defineList({ name: 'chats', filters: Filters, key: Key, defaultSize: limits.chatPageSize })

  /** The chat as it stands: a reply whose process fell silent is ended first, so that nobody is shown it as running. */
  async function getReadable(actor: Actor, id: string, notFound: ErrorCode): Promise<ChatRow> {
    const chat = await chats.findReadable(actor, id)
    if (!chat) throw new AppError(notFound)
    const isOrphaned = chat.messages.some(({ leaseExpiresAt }) => leaseExpiresAt && leaseExpiresAt.getTime() < Date.now())
    if (!isOrphaned || (await sweep(id)) === 0) return chat
    return getReadable(actor, id, notFound)
  }

  async function view(actor: Actor, chat: ChatRow): Promise<ChatView> {
    return { chat, assistant: chat.assistantId === null ? null : await assistants.findUsableAssistant(actor, chat.assistantId) }
  }

  async function getChatWith(actor: Actor, id: string, withSources: boolean, notFound: ErrorCode): Promise<WholeChatView> {
    const chat = await getReadable(actor, id, notFound)
    const leaf = chat.lastMessageId === null ? {} : { leafId: chat.lastMessageId }
    const [chatView, messages] = await Promise.all([
      view(actor, chat),
      loadPath(pool, { chatId: id, readerId: actor.id, ...leaf, withSources }),
    ])
    // The reply ended between the two reads: the version that a next send must name has moved with it.
    const hasMoved = chat.messages.length > 0 && messages.at(-1)?.status !== 'generating'
    return hasMoved ? getChatWith(actor, id, withSources, notFound) : { ...chatView, messages }
  }

  return {
    async queryChats(actor: Actor, request: z.output<typeof queryChats.schema.body>) {
      const page = list.read(request, { as_of: null })
      const asOf = page.filters.as_of ?? (await databaseTime(pool))
      const found = await listChats(pool, { ownerId: actor.id, tenantId: actor.tenantId, asOf, after: page.after, take: page.size + 1 })
      return list.cut({ ...page, filters: { as_of: asOf } }, found, ({ position, id }) => ({ position, id }))
    },

    async createChat(actor: Actor, { chat }: z.output<typeof createChat.schema.body>) {
      if (chat.user_id !== undefined && chat.user_id !== actor.id) throw new AppError('CHAT_USER_ID_MISMATCH')
      const assistant = await assistants.findUsableAssistant(actor, chat.assistant_id)
      if (!assistant) throw new AppError('ASSISTANT_NOT_FOUND')
      const model = chat.model ? await models.findChoosableModel(actor, chat.model) : await models.findDefaultModel(actor)
      if (chat.model && !model) throw new AppError('CHAT_INVALID_MODEL_OBJECT')
      const created = await chats.create({
        tenantId: actor.tenantId,
        ownerId: actor.id,
        assistantId: assistant.id,
        modelId: model?.id ?? null,
        title: chat.title ?? null,
        responseLanguage: chat.response_language ?? actor.language,
      })
      return { chat: created, assistant, messages: [] }
    },

    getChat: (actor: Actor, id: string) => getChatWith(actor, id, true, 'CHAT_NOT_FOUND'),

    getChatWithoutSource: (actor: Actor, id: string) => getChatWith(actor, id, false, 'CHAT_WITHOUT_SOURCE_NOT_FOUND'),

    getChatProfile: async (actor: Actor, id: string) => view(actor, await getReadable(actor, id, 'CHAT_PROFILE_NOT_FOUND')),

    async deleteChat(actor: Actor, id: string): Promise<boolean> {
      const chat = await chats.findReadable(actor, id)
      if (!chat) throw new AppError('CHAT_NOT_FOUND')
      if (!canDeleteChat(actor, chat)) throw new AppError('FORBIDDEN')
      // Whoever makes the reply hears of it now, and not only when its row is missing.
      if (chat.messages.length > 0) await replies.stopGeneration(actor, id)
      return chats.delete(id)
    },

    async shareChat(actor: Actor, id: string, access: z.output<typeof shareChat.schema.body>): Promise<ChatView> {
      const chat = await chats.findReadable(actor, id)
      if (!chat) throw new AppError('CHAT_ACCESS_NOT_FOUND')
      const isAllowed = access.explicitly_public ? canShareChat(actor, chat) : canUnshareChat(actor, chat)
      if (!isAllowed) throw new AppError('FORBIDDEN')
      const shared = await chats.update(id, { explicitlyPublic: access.explicitly_public })
      if (!shared) throw new AppError('CHAT_ACCESS_NOT_FOUND')
      return view(actor, shared)
    },

    async setChatTitle(actor: Actor, id: string, body: z.output<typeof setChatTitle.schema.body>): Promise<ChatView> {
      const chat = await chats.findReadable(actor, id)
      if (!chat) throw new AppError('CHAT_NOT_FOUND')
      if (!canWriteChat(actor, chat)) throw new AppError('FORBIDDEN')
      const title = 'name' in body ? body.name : await writeTitle(actor, chat, body.content)
      const named = await chats.update(id, { title })
      if (!named) throw new AppError('CHAT_NOT_FOUND')
      return view(actor, named)
    },
  }
}
