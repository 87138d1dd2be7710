import type { ChatExport, ChatMatch, queryChats } from '@heddle/contracts/chat/history'
import type { EndpointResponse } from '@heddle/contracts/endpoint'
import type { ActorAccess, Actor } from '../../../platform/permissions/actor.ts'
import { canUseAssistant } from '../../../platform/permissions/assistant.permissions.ts'
import { presentText, presentTime } from '../../../platform/http/presenting.ts'
import { type ChatView, presentChat, presentChatProfile, presentChatSummary } from '../chat.presenter.ts'
import { presentMessage } from '../../message/message.presenter.ts'
import type { TreeMessageRow } from '../../message/message.sql.ts'
import { writeChatMarkdown } from './chat-markdown.ts'
import type { TextCount } from './count-text.ts'
import type { ExportedChat, ListedChat, MatchRow } from './history.service.ts'

const presentMatch = ({ messageId, passage, marks, titleMarks }: MatchRow): ChatMatch => ({
  message_id: messageId,
  passage,
  marks: marks.map(([from, to]) => [from, to]),
  title_marks: titleMarks.map(([from, to]) => [from, to]),
})

export const presentListedChat = (actor: Actor, { chat, match }: ListedChat): EndpointResponse<typeof queryChats>['chats'][number] => ({
  ...presentChatSummary(actor, { ...chat, share: null }),
  assistant:
    chat.assistant && canUseAssistant(actor, chat.assistant) ? { id: chat.assistant.id, name: presentText(chat.assistant.name) } : null,
  request_count: chat.requestCount,
  ...(match && { match: presentMatch(match) }),
})

export const presentTextCount = ({ messageId, index, count }: TextCount) => ({ message_id: messageId, index, count })

const presentChatExport = (actor: ActorAccess, view: ChatView, tree: readonly TreeMessageRow[], at: Date): ChatExport => ({
  format: 'heddle-chat',
  version: 1,
  exported_at: presentTime(at),
  chat: presentChatProfile(actor, view),
  last_message_id: view.chat.lastMessageId,
  messages: tree.map((message) => ({ ...presentMessage(message), parent_id: message.parentId })),
})

/** The file of an exported chat: JSON with its tree, else Markdown. */
export const writeExport = (actor: ActorAccess & Pick<Actor, 'language'>, { view, timeZone, tree }: ExportedChat, at: Date): string =>
  tree === null
    ? writeChatMarkdown(presentChat(actor, view), { language: actor.language, timeZone, exportedAt: at })
    : `${JSON.stringify(presentChatExport(actor, view, tree, at), null, 2)}\n`
