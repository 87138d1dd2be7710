import type { chooseBranch, createChat, getChatMessages, setChatChoices, setChatSettings, setChatTitle } from '@heddle/contracts/chat/chat'
import type { ErrorCode } from '@heddle/contracts/errors'
import { limits } from '@heddle/contracts/limits'
import type { PrismaClient } from '@heddle/db/client'
import { randomUUIDv7 } from 'node:crypto'
import type { Pool } from 'pg'
import type { z } from 'zod'
import { AppError } from '../../platform/errors/app-error.ts'
import type { ActorAccess, Actor } from '../../platform/permissions/actor.ts'
import { canDeleteChat, canWriteChat, isExcerpt } from '../../platform/permissions/chat.permissions.ts'
import { canHaveTemporaryChats } from '../../platform/permissions/temporary.permissions.ts'
import type { AssistantService } from '../assistant/assistant.service.ts'
import type { ModelService } from '../model/model.service.ts'
import type { PreferenceService } from '../preference/preference.service.ts'
import { showBranch } from './branch.sql.ts'
import type { ChatView, WholeChatView } from './chat.presenter.ts'
import type { ChatRepository } from './chat.repository.ts'
import type { ChatRow } from './chat-row.sql.ts'
import { findUnsentFiles } from './file/file.sql.ts'
import { findFolder } from './folder/folder.repository.ts'
import type { MessageRow, PathQuery } from '../message/message.sql.ts'
import type { MessageStore } from '../message/seal/message-store.ts'
import type { MessageService } from '../message/message.service.ts'
import type { ReplyService } from '../reply/reply.service.ts'
import { setOrder } from './order.sql.ts'
import { noteOpened } from './share/seen.sql.ts'
import type { TenantService } from '../tenant/tenant.service.ts'
import type { TemporaryChatService } from './sealed/temporary.service.ts'
import type { TitleWriter } from './title.ts'

type ChatServiceDependencies = {
  readonly db: PrismaClient
  readonly chats: ChatRepository
  readonly store: MessageStore & { readonly db: Pool }
  readonly assistants: AssistantService
  readonly models: ModelService
  readonly preferences: Pick<PreferenceService, 'getChatDefaults' | 'getPersonalInstructions'>
  readonly replies: Pick<ReplyService, 'endOrphans' | 'stopGeneration' | 'titleFromQuestion'>
  readonly messages: Pick<MessageService, 'findDepths' | 'loadPage' | 'loadPath'>
  readonly titles: Pick<TitleWriter, 'writeTitle'>
  readonly tenants: Pick<TenantService, 'getOwnTenant'>
  readonly temporary: Pick<TemporaryChatService, 'createColumns' | 'keep'>
}

/** The messages of the shown path that are read with the chat. */
type PathPart = Pick<PathQuery, 'limit' | 'withSources'>

const lastPage: PathPart = { limit: limits.messagesPerPage, withSources: true }

/** Finds a chat for an actor, or throws. */
function createFinder({ chats, replies }: Pick<ChatServiceDependencies, 'chats' | 'replies'>) {
  /** The chat as it stands: a reply whose process fell silent is ended first, so that no reader sees it as running. */
  async function getReadable(actor: ActorAccess, id: string, notFound: ErrorCode): Promise<ChatRow> {
    const chat = await chats.findReadable(actor, id)
    if (!chat) throw new AppError(notFound)
    if (!chat.isOrphaned || (await replies.endOrphans(id)) === 0) return chat
    return getReadable(actor, id, notFound)
  }

  async function getOwn(actor: Actor, id: string): Promise<ChatRow> {
    const chat = await chats.findReadable(actor, id)
    if (!chat) throw new AppError('CHAT_NOT_FOUND')
    if (!canWriteChat(actor, chat)) throw new AppError('FORBIDDEN')
    return chat
  }

  /** Of a temporary chat nothing is kept that another could be shown, or that would keep it longer. */
  async function getOwnOrdinary(actor: Actor, id: string): Promise<ChatRow> {
    const chat = await getOwn(actor, id)
    if (chat.temporaryUntil) throw new AppError('CHAT_IS_TEMPORARY')
    return chat
  }

  return { getReadable, getOwn, getOwnOrdinary }
}

export type ChatService = ReturnType<typeof createChatService>

export function createChatService(dependencies: ChatServiceDependencies) {
  const { db, chats, store, assistants, models, preferences, replies, messages, titles, tenants, temporary } = dependencies
  const { getReadable, getOwn, getOwnOrdinary } = createFinder(dependencies)

  async function view(actor: ActorAccess, chat: ChatRow): Promise<ChatView> {
    return { chat, assistant: chat.assistantId === null ? null : await assistants.findUsableAssistant(actor, chat.assistantId) }
  }

  async function getChatWith(actor: ActorAccess, id: string, part: PathPart, notFound: ErrorCode): Promise<WholeChatView> {
    const chat = await getReadable(actor, id, notFound)
    const leaf = chat.lastMessageId === null ? {} : { leafId: chat.lastMessageId }
    const [chatView, unsentFiles, path] = await Promise.all([
      view(actor, chat),
      canWriteChat(actor, chat) ? findUnsentFiles(store, id) : [],
      messages.loadPath({ chatId: id, readerId: actor.id, isExcerpt: isExcerpt(chat), ...leaf, ...part }),
      chat.share?.isOpened === false && noteOpened(store.db, actor, id),
    ])
    // A reply ended between the two reads: the version that a next send must name has moved with it.
    const hasMoved = chat.isGenerating && !(await chats.isAtVersion(chat))
    return hasMoved ? getChatWith(actor, id, part, notFound) : { ...chatView, messages: path, unsentFiles }
  }

  /** A name that the user gives while the model generates a title stays; the title of a first question is replaced. */
  async function nameByModel(actor: Actor, chat: ChatRow, content: string, signal: AbortSignal): Promise<ChatRow | null> {
    const title = await titles.writeTitle(actor, await view(actor, chat), content, signal)
    const still = { OR: [{ title: chat.title }, { title: replies.titleFromQuestion(content) }] }
    return (await chats.update(actor, chat.id, { title }, still)) ?? chats.findReadable(actor, chat.id)
  }

  return {
    async createChat(actor: Actor, { chat }: z.output<typeof createChat.schema.body>) {
      if (chat.user_id !== undefined && chat.user_id !== actor.id) throw new AppError('CHAT_USER_ID_MISMATCH')
      const assistant = await assistants.findUsableAssistant(actor, chat.assistant_id)
      if (!assistant) throw new AppError('ASSISTANT_NOT_FOUND')
      if (chat.folder_id && !(await findFolder(db, actor, chat.folder_id))) throw new AppError('CHAT_FOLDER_NOT_FOUND')
      if (chat.temporary && !canHaveTemporaryChats(actor, await tenants.getOwnTenant(actor)))
        throw new AppError('CHAT_TEMPORARY_NOT_ALLOWED')
      const [defaults, instructions] = await Promise.all([preferences.getChatDefaults(actor), preferences.getPersonalInstructions(actor)])
      const model = await models.chooseModel(actor, { reference: chat.model, preferredId: defaults.modelId }, assistant)
      const id = randomUUIDv7()
      const created = await chats.create(actor, {
        id,
        ...(chat.temporary && temporary.createColumns(id)),
        assistantId: assistant.id,
        modelId: model?.id ?? null,
        title: chat.title ?? null,
        folderId: chat.folder_id ?? null,
        responseLanguage: chat.response_language ?? defaults.responseLanguage ?? actor.language,
        usesInstructions: instructions.instructsNewChats,
      })
      return { chat: created, assistant, messages: [], unsentFiles: [] }
    },

    /** With the last messages of the shown path. */
    getChat: (actor: Actor, id: string) => getChatWith(actor, id, lastPage, 'CHAT_NOT_FOUND'),

    getChatWithoutSource: (actor: Actor, id: string) =>
      getChatWith(actor, id, { ...lastPage, withSources: false }, 'CHAT_WITHOUT_SOURCE_NOT_FOUND'),

    /** With all messages of the shown path. */
    getWholeChat: (actor: ActorAccess, id: string, { withSources = true } = {}) =>
      getChatWith(actor, id, { withSources }, 'CHAT_NOT_FOUND'),

    async getChatMessages(
      actor: Actor,
      id: string,
      { before, from, around, page_size: size = limits.messagesPerPage }: z.output<typeof getChatMessages.schema.querystring>,
    ): Promise<MessageRow[]> {
      const chat = await chats.findReadable(actor, id)
      if (!chat) throw new AppError('CHAT_NOT_FOUND')
      // The owner may read on in a branch that is no longer shown; readers are shown one path.
      const leafId = canWriteChat(actor, chat) ? before : chat.lastMessageId
      const depths = leafId === null ? null : await messages.findDepths(id, leafId, around === undefined ? [before] : [before, around])
      const end = depths?.get(before)
      if (end === undefined) throw new AppError('CHAT_MESSAGE_NOT_FOUND')
      const target = around === undefined ? undefined : depths?.get(around)
      if (around !== undefined && target === undefined) return []
      const first = Math.max(0, target === undefined ? (from ?? end - size) : target - Math.floor(size / 2))
      const page = { before, first, last: Math.min(first + size, end) - 1 }
      return messages.loadPage({ chatId: id, readerId: actor.id, isExcerpt: isExcerpt(chat), ...page })
    },

    getChatProfile: async (actor: Actor, id: string, notFound: ErrorCode = 'CHAT_PROFILE_NOT_FOUND') =>
      view(actor, await getReadable(actor, id, notFound)),

    viewChat: view,

    async chooseBranch(
      actor: Actor,
      id: string,
      { message_id, version }: z.output<typeof chooseBranch.schema.body>,
    ): Promise<WholeChatView> {
      const chat = await getReadable(actor, id, 'CHAT_NOT_FOUND')
      if (!canWriteChat(actor, chat)) throw new AppError('FORBIDDEN')
      const branch = await showBranch(store.db, { chatId: id, messageId: message_id, version })
      if (!branch.isThere) throw new AppError('CHAT_MESSAGE_NOT_FOUND')
      if (!branch.isShown) throw new AppError('CHAT_PUSH_MESSAGE_FAILED')
      return getChatWith(actor, id, lastPage, 'CHAT_NOT_FOUND')
    },

    async deleteChat(actor: Actor, id: string): Promise<boolean> {
      const chat = await chats.findReadable(actor, id)
      if (!chat) throw new AppError('CHAT_NOT_FOUND')
      if (!canDeleteChat(actor, chat)) throw new AppError('FORBIDDEN')
      // The process that makes the reply is told now, and not only when its row is missing.
      if (chat.isGenerating) await replies.stopGeneration(actor, id)
      return chats.delete(id)
    },

    async keepChat(actor: Actor, id: string): Promise<ChatView> {
      const chat = await getOwn(actor, id)
      if (chat.temporaryUntil && !(await temporary.keep(id))) throw new AppError('CHAT_PUSH_MESSAGE_FAILED')
      return view(actor, await getReadable(actor, id, 'CHAT_NOT_FOUND'))
    },

    async setChatSettings(actor: Actor, id: string, order: z.output<typeof setChatSettings.schema.body>): Promise<ChatView> {
      await getOwnOrdinary(actor, id)
      const { folder_id: folderId, is_pinned: isPinned, is_archived: isArchived } = order
      await setOrder(store.db, actor, [id], { folderId, isPinned, isArchived })
      return view(actor, await getReadable(actor, id, 'CHAT_NOT_FOUND'))
    },

    async setChatChoices(actor: Actor, id: string, choice: z.output<typeof setChatChoices.schema.body>): Promise<ChatView> {
      const chat = await getOwn(actor, id)
      const { assistant } = await view(actor, chat)
      const model = choice.model && (await models.chooseModel(actor, { reference: choice.model }, assistant))
      const changed = await chats.update(actor, id, {
        ...(model && { modelId: model.id }),
        ...(choice.response_language && { responseLanguage: choice.response_language }),
        ...(choice.uses_instructions !== undefined && { usesInstructions: choice.uses_instructions }),
      })
      if (!changed) throw new AppError('CHAT_NOT_FOUND')
      return view(actor, changed)
    },

    /** `signal` is aborted when the client disconnects. */
    async setChatTitle(actor: Actor, id: string, body: z.output<typeof setChatTitle.schema.body>, signal: AbortSignal): Promise<ChatView> {
      const chat = await getOwnOrdinary(actor, id)
      const named =
        'name' in body ? await chats.update(actor, id, { title: body.name }) : await nameByModel(actor, chat, body.content, signal)
      if (!named) throw new AppError('CHAT_NOT_FOUND')
      return view(actor, named)
    },
  }
}
