import type { Chat, ChatProfile, ChatSummary } from '@heddle/contracts/chat/chat'
import type { ActorAccess } from '../../platform/permissions/actor.ts'
import {
  canDeleteChat,
  canForkChat,
  canShareChat,
  canUnshareChat,
  canWriteChat,
  type ChatAccess,
  isExcerpt,
} from '../../platform/permissions/chat.permissions.ts'
import { presentText, presentTime } from '../../platform/http/presenting.ts'
import { presentAssistant } from '../assistant/assistant.presenter.ts'
import type { AssistantRow } from '../assistant/assistant.sql.ts'
import type { ChatRow } from './chat-row.sql.ts'
import { remainingRequests } from './chat.rules.ts'
import type { ChatListRow } from './chat.sql.ts'
import { presentChatFile } from './file/file.presenter.ts'
import type { ChatFileRow } from './file/file.sql.ts'
import { presentMessage } from '../message/message.presenter.ts'
import type { MessageRow } from '../message/message.sql.ts'

/** A chat with the assistant as far as this actor may know it. */
export type ChatView = { readonly chat: ChatRow; readonly assistant: AssistantRow | null }

export type WholeChatView = ChatView & {
  readonly messages: readonly MessageRow[]
  /** Files that only the owner sees: they belong to no message yet. */
  readonly unsentFiles: readonly ChatFileRow[]
}

const abilitiesOf = (actor: ActorAccess, chat: ChatAccess & Pick<ChatListRow, 'isWithTenant'>) => ({
  write: canWriteChat(actor, chat),
  share: canShareChat(actor, chat),
  delete: canDeleteChat(actor, chat),
  fork: canForkChat(actor, chat),
  unshare: chat.isWithTenant && !canShareChat(actor, chat) && canUnshareChat(actor, chat),
})

type KeptSo = Pick<ChatListRow, 'isShared' | 'folderId' | 'pinnedAt' | 'archivedAt'>

/** How its owner keeps it, which a reader is not told. */
const presentOrder = (isOwn: boolean, { isShared, folderId, pinnedAt, archivedAt }: KeptSo) => ({
  is_shared: isOwn && isShared,
  folder_id: isOwn ? folderId : null,
  is_pinned: isOwn && pinnedAt !== null,
  is_archived: isOwn && archivedAt !== null,
})

export const presentChatSummary = (
  actor: ActorAccess,
  chat: Omit<ChatListRow, 'position' | 'assistant' | 'requestCount'> & ChatAccess,
): ChatSummary => ({
  id: chat.id,
  title: chat.title,
  explicitly_public: chat.explicitlyPublic,
  ...presentOrder(canWriteChat(actor, chat), chat),
  is_generating: chat.isGenerating,
  created_at: presentTime(chat.createdAt),
  updated_at: presentTime(chat.updatedAt),
  abilities: abilitiesOf(actor, chat),
})

const presentSeen = ({ share }: ChatAccess): ChatProfile['shared'] =>
  share && { until_message_id: share.untilMessageId, expires_at: share.expiresAt === null ? null : presentTime(new Date(share.expiresAt)) }

export const presentChatProfile = (actor: ActorAccess, { chat, assistant }: ChatView): ChatProfile => ({
  ...presentChatSummary(actor, chat),
  conversation_id: chat.conversationId,
  version: isExcerpt(chat) ? 0 : chat.version,
  owner: { id: chat.ownerId, name: presentText(chat.owner.name), is_deleted: chat.owner.isDeleted },
  assistant: assistant && presentAssistant(actor, assistant),
  model: chat.model && { id: chat.model.id, name: chat.model.name },
  response_language: chat.responseLanguage,
  uses_instructions: canWriteChat(actor, chat) && chat.usesInstructions,
  temporary_until: chat.temporaryUntil && presentTime(chat.temporaryUntil),
  request_limit: chat.requestLimit,
  remaining_requests: isExcerpt(chat) ? 0 : remainingRequests(chat.requestLimit, chat.requestCount),
  shared: presentSeen(chat),
})

export const presentChat = (actor: ActorAccess, view: WholeChatView): Chat => ({
  ...presentChatProfile(actor, view),
  messages: view.messages.map(presentMessage),
  unsent_files: view.unsentFiles.map(presentChatFile),
})
