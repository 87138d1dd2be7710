// What a person does with the chats of the past: list and search them, and take one home.
import { ChatFilters, type exportChat as ExportChat, type queryChats, type searchChat } from '@heddle/contracts/chat/history'
import { limits } from '@heddle/contracts/limits'
import { findMarks, type Mark } from '@heddle/text/language/marks'
import type { Pool } from 'pg'
import { z } from 'zod'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Actor, ActorAccess } from '../../../platform/permissions/actor.ts'
import { canWriteChat } from '../../../platform/permissions/chat.permissions.ts'
import type { Paging } from '../../../platform/http/paging.ts'
import { requireTimeZone } from '../../../platform/http/require-time-zone.ts'
import type { WholeChatView } from '../chat.presenter.ts'
import type { ChatService } from '../chat.service.ts'
import { type ChatListRow, databaseTime, listChats } from '../chat.sql.ts'
import type { MessageService } from '../../message/message.service.ts'
import type { MessageRow, TreeMessageRow } from '../../message/message.sql.ts'
import { countText } from './count-text.ts'
import { readKeywords } from './keywords.ts'
import { cutPassage, type TextExcerpt } from './passage.ts'
import { findMessages, searchChats } from './search.sql.ts'

type HistoryDependencies = {
  readonly pool: Pool
  readonly paging: Paging
  readonly chats: Pick<ChatService, 'getWholeChat'>
  readonly messages: Pick<MessageService, 'loadTree'>
}

const Key = z.object({ position: z.coerce.date(), id: z.string() })
/** `as_of` is when the first page was read: the pages after it keep that order, whatever changes meanwhile. */
const Filters = z.object({ as_of: z.coerce.date().nullable(), keywords: z.string(), chats: ChatFilters })

export type MatchRow = TextExcerpt & { readonly messageId: string | null; readonly titleMarks: readonly Mark[] }
/** `tree` is null for the shown path alone. */
export type ExportedChat = {
  readonly view: WholeChatView
  readonly timeZone: string
  readonly tree: readonly TreeMessageRow[] | null
}
type ExportRequest = z.output<typeof ExportChat.schema.querystring>
export type ListedChat = { readonly chat: ChatListRow; readonly match?: MatchRow }

const refuse = (path: string, message: string) => new AppError('BAD_REQUEST', { params: { fields: [{ path, message }] } })

const pathAsTree = (path: readonly MessageRow[]): TreeMessageRow[] =>
  path.map((message, index) => ({ ...message, parentId: path[index - 1]?.id ?? null }))

export type HistoryService = ReturnType<typeof createHistoryService>

export function createHistoryService({ pool, paging, chats, messages }: HistoryDependencies) {
  const list = paging.defineList({ name: 'chats', filters: Filters, key: Key, defaultSize: limits.chatPageSize })

  async function addMatches(rows: readonly ChatListRow[], keywords: readonly string[]): Promise<ListedChat[]> {
    const matches = await findMessages(
      pool,
      keywords,
      rows.map(({ id }) => id),
    )
    return rows.map((chat) => {
      const titleMarks = findMarks(chat.title ?? '', keywords)
      const message = matches.find(({ chatId }) => chatId === chat.id)
      if (!message) return { chat, match: { messageId: null, passage: chat.title ?? '', marks: titleMarks, titleMarks } }
      return { chat, match: { messageId: message.messageId, ...cutPassage(message.content, keywords), titleMarks } }
    })
  }

  /**
   * The chat with its shown path, or with one message of it; with the whole tree where the format has it, and the owner takes it: a reader
   * was shown one path.
   */
  async function exportChat(
    actor: ActorAccess,
    id: string,
    { format, message_id: messageId, time_zone: timeZone = 'UTC' }: ExportRequest,
  ): Promise<ExportedChat> {
    requireTimeZone(timeZone, 'querystring/time_zone')
    const whole = await chats.getWholeChat(actor, id)
    if (whole.chat.temporaryUntil) throw new AppError('CHAT_IS_TEMPORARY')
    const view = messageId === undefined ? whole : { ...whole, messages: whole.messages.filter((message) => message.id === messageId) }
    if (messageId !== undefined && view.messages.length === 0) throw new AppError('CHAT_MESSAGE_NOT_FOUND')
    if (format !== 'json') return { view, timeZone, tree: null }
    return { view, timeZone, tree: canWriteChat(actor, view.chat) ? await messages.loadTree(id, actor.id) : pathAsTree(view.messages) }
  }

  return {
    async queryChats(actor: Actor, request: z.output<typeof queryChats.schema.body>) {
      const page = list.read(request, { as_of: null, keywords: request.keywords ?? '', chats: ChatFilters.parse(request) })
      const keywords = readKeywords(page.filters.keywords)
      if (keywords.length > limits.searchKeywords) throw refuse('body/keywords', `More than ${limits.searchKeywords} keywords`)
      const asOf = page.filters.as_of ?? (await databaseTime(pool))
      const { chats: filters } = page.filters
      const query = { ownerId: actor.id, tenantId: actor.tenantId, filters, asOf, after: page.after, take: page.size + 1 }
      const found = keywords.length === 0 ? await listChats(pool, query) : await searchChats(pool, keywords, query)
      const { rows, nextPageToken } = list.cut({ ...page, filters: { ...page.filters, as_of: asOf } }, found, ({ position, id }) => ({
        position,
        id,
      }))
      const listed: ListedChat[] = keywords.length === 0 ? rows.map((chat) => ({ chat })) : await addMatches(rows, keywords)
      return { chats: listed, nextPageToken }
    },

    /** In process, so that the sealed texts of a temporary chat are found like others. */
    async searchChat(actor: Actor, id: string, { text }: z.output<typeof searchChat.schema.body>) {
      const { messages: path } = await chats.getWholeChat(actor, id, { withSources: false })
      const found = await countText(path, text)
      return { matches: found.slice(0, limits.foundMessages), total: found.reduce((sum, { count }) => sum + count, 0) }
    },

    exportChat,

    /** As `exportChat`; null for a chat that the actor may not read, and for a temporary one. */
    async findExport(actor: ActorAccess, id: string, request: ExportRequest): Promise<ExportedChat | null> {
      try {
        return await exportChat(actor, id, request)
      } catch (error) {
        if (error instanceof AppError && (error.code === 'CHAT_NOT_FOUND' || error.code === 'CHAT_IS_TEMPORARY')) return null
        throw error
      }
    },
  }
}
