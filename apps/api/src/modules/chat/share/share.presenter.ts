import type { ChatShare, OwnShare, ShareCandidate, SharedChat, WithheldPassage } from '@heddle/contracts/chat/share'
import { presentText, presentTime } from '../../../platform/http/presenting.ts'
import type { SharedChatRow, WithheldRow } from './seen.sql.ts'
import type { CandidateRow, ShareRow } from './share.repository.ts'

const presentNamed = ({ id, name }: { readonly id: string; readonly name: unknown }) => ({ id, name: presentText(name) })

const presentEnd = (time: Date | null) => time && presentTime(time)

export const presentShare = (share: ShareRow): ChatShare => ({
  id: share.id,
  audience: share.audience,
  groups: share.groups.map(presentNamed),
  people: share.people.map(presentNamed),
  until_message_id: share.untilMessageId,
  expires_at: presentEnd(share.expiresAt),
  created_at: presentTime(share.createdAt),
  opened_count: share.openedCount,
})

export const presentOwnShare = (share: ShareRow): OwnShare => ({
  ...presentShare(share),
  chat: { id: share.chatId, title: share.title },
})

export const presentSharedChat = (chat: SharedChatRow): SharedChat => ({
  id: chat.id,
  title: chat.title,
  owner: { ...presentNamed({ id: chat.ownerId, name: chat.ownerName }), is_deleted: chat.isOwnerDeleted },
  shared_at: presentTime(chat.sharedAt),
  expires_at: presentEnd(chat.expiresAt),
  is_opened: chat.isOpened,
})

export const presentCandidate = ({ id, name, isUser, email }: CandidateRow): ShareCandidate => ({
  kind: isUser ? 'user' : 'group',
  id,
  name: presentText(name),
  email,
})

export const presentWithheld = ({ messageId, number, title, readerCount }: WithheldRow): WithheldPassage => ({
  message_id: messageId,
  number,
  title,
  reader_count: readerCount,
})
