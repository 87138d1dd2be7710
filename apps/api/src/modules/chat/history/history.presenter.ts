import type { ChatSummary } from '@heddle/contracts/chat/chat'
import type { ChatExport, ChatMatch } from '@heddle/contracts/chat/history'
import type { Actor } from '../../../platform/permissions/actor.ts'
import { presentTime } from '../../../platform/http/presenting.ts'
import { type ChatView, presentChatProfile, presentChatSummary } from '../chat.presenter.ts'
import { presentMessage } from '../../message/message.presenter.ts'
import type { TreeMessageRow } from '../../message/message.sql.ts'
import type { ListedChat, MatchRow } from './history.service.ts'

const presentMatch = ({ messageId, passage, marks, titleMarks }: MatchRow): ChatMatch => ({
  message_id: messageId,
  passage,
  marks: marks.map(([from, to]) => [from, to]),
  title_marks: titleMarks.map(([from, to]) => [from, to]),
})

export const presentListedChat = (actor: Actor, { chat, match }: ListedChat): ChatSummary & { match?: ChatMatch } => ({
  ...presentChatSummary(actor, chat),
  ...(match && { match: presentMatch(match) }),
})

export const presentChatExport = (actor: Actor, view: ChatView, tree: readonly TreeMessageRow[], at: Date): ChatExport => ({
  format: 'heddle-chat',
  version: 1,
  exported_at: presentTime(at),
  chat: presentChatProfile(actor, view),
  last_message_id: view.chat.lastMessageId,
  messages: tree.map((message) => ({ ...presentMessage(message), parent_id: message.parentId })),
})
