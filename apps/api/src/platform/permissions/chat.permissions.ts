// Who may do what with a chat: its owner all of it, others what a share of it lets them read. Whether a share does is decided by the
// database alone, whose clock its end is compared with: each statement that reads a chat for someone selects `readerShareSql` with it.
import { isAdministrator, type ActorAccess } from './actor.ts'

/** How another user than its owner sees a chat. */
export type ReaderShare = {
  /** The last message that the reader sees; null for the chat as it goes on. */
  readonly untilMessageId: string | null
  /** RFC 3339; null without an end. */
  readonly expiresAt: string | null
  /** Whether the reader has opened the chat by it. */
  readonly isOpened: boolean
}

export type ChatAccess = {
  readonly ownerId: string
  readonly tenantId: string
  /** Null to the owner, and without a share by which the reader sees the chat. */
  readonly share: ReaderShare | null
}

/** The condition for a share `s` to go on. */
const liveSql = 's.revoked_at IS NULL AND (s.expires_at IS NULL OR s.expires_at > now())'

/** The condition for a share `s` to go on that has anyone to read by it: groups and users that it names may be deleted. */
export const openShareSql = `${liveSql} AND (s.audience = 'tenant'
    OR EXISTS (SELECT FROM chat_share_group t WHERE t.share_id = s.id) OR EXISTS (SELECT FROM chat_share_person t WHERE t.share_id = s.id))`

/**
 * Joins to a chat `c` as `given` whether it is shared with anyone, with the tenant, and with it as it goes on: `explicitly_public` on the wire. An
 * aggregate is a look into the index for each chat of a list; the same conditions as columns are hashed over all shares there are.
 */
export const joinGiven = `CROSS JOIN LATERAL (
    SELECT count(*) > 0 AS is_shared, coalesce(bool_or(s.audience = 'tenant'), false) AS is_with_tenant,
      coalesce(bool_or(s.audience = 'tenant' AND s.until_message_id IS NULL), false) AS is_public
    FROM chat_share s WHERE s.chat_id = c.id AND ${openShareSql}
  ) given`

/** The condition for a chat `c` to have a share with anyone. */
export const sharedSql = `EXISTS (SELECT FROM chat_share s WHERE s.chat_id = c.id AND ${openShareSql})`

/** The condition for a chat `c` to be shared with the tenant as it goes on. */
export const publicSql = `EXISTS (
    SELECT FROM chat_share s WHERE s.chat_id = c.id AND s.audience = 'tenant' AND s.until_message_id IS NULL AND ${liveSql})`

/**
 * The condition for a share `s` of the chat `c` to let a user of the tenant of that chat read it, given an expression for the user's id. It
 * rests while the owner of the chat is disabled, and has ended when the owner is in another tenant; what a deleted owner has shared goes on.
 */
export const readBySql = (reader: string) => `${liveSql}
    AND EXISTS (SELECT FROM "user" w WHERE w.id = c.owner_id AND w.tenant_id = c.tenant_id AND w.status <> 'disabled')
    AND (s.audience = 'tenant'
      OR s.audience = 'people' AND EXISTS (SELECT FROM chat_share_person t WHERE t.share_id = s.id AND t.user_id = ${reader}::uuid)
      OR s.audience = 'groups' AND EXISTS (
        SELECT FROM chat_share_group t JOIN membership x ON x.group_id = t.group_id
        WHERE t.share_id = s.id AND x.user_id = ${reader}::uuid))`

/** Of several shares that one counts by which the reader sees most: the chat as it goes on, else the deepest message; then the latest end. */
const widestFirst = `(s.until_message_id IS NULL) DESC,
      (SELECT d.depth FROM message d WHERE d.id = s.until_message_id) DESC, s.expires_at DESC NULLS FIRST, s.id DESC`

/** The `ReaderShare` of the chat `c` for a user of its tenant, given an expression for the user's id; null without one, and to the owner. */
export const readerShareSql = (reader: string) => `(
    SELECT jsonb_build_object('untilMessageId', s.until_message_id, 'expiresAt', s.expires_at,
      'isOpened', EXISTS (SELECT FROM chat_share_reader o WHERE o.share_id = s.id AND o.user_id = ${reader}::uuid))
    FROM chat_share s WHERE s.chat_id = c.id AND c.owner_id <> ${reader}::uuid AND ${readBySql(reader)} ORDER BY ${widestFirst} LIMIT 1)`

/**
 * Joins to a chat `c` as `seen` what its reader sees: by which `share`, and up to which `last_message_id`, the end of the one path that
 * others than the owner are shown. Every statement that reads messages for someone begins there.
 */
export const joinSeen = (reader: string) => `CROSS JOIN LATERAL (
    SELECT by_share.share, coalesce((by_share.share->>'untilMessageId')::uuid, c.last_message_id) AS last_message_id
    FROM (SELECT ${readerShareSql(reader)} AS share OFFSET 0) by_share
  ) seen`

const ownsChat = (actor: ActorAccess, chat: ChatAccess) => chat.tenantId === actor.tenantId && chat.ownerId === actor.id

export const canReadChat = (actor: ActorAccess, chat: ChatAccess) =>
  chat.tenantId === actor.tenantId && (chat.ownerId === actor.id || chat.share !== null)

/** Whether the reader sees the chat up to a message: nothing of what came later, not even that there is something. */
export const isExcerpt = ({ share }: Pick<ChatAccess, 'share'>) => share !== null && share.untilMessageId !== null

/** Whether a reader of the chat may follow a reply while it is made: of a chat up to a message, only that one, when it is continued. */
export const canFollowReply = (actor: ActorAccess, chat: ChatAccess, replyId: string) =>
  canReadChat(actor, chat) && [null, replyId].includes(chat.share?.untilMessageId ?? null)

/** Send messages, stop a reply, set the title. */
export const canWriteChat = ownsChat
export const canDeleteChat = ownsChat
export const canGiveFeedback = ownsChat
export const canShareChat = ownsChat

/** An administrator may end that the tenant reads another user's chat, but not begin it. */
export const canUnshareChat = (actor: ActorAccess, chat: ChatAccess) =>
  ownsChat(actor, chat) || (canReadChat(actor, chat) && isAdministrator(actor))

/** Go on in a copy of one's own. */
export const canForkChat = (actor: ActorAccess, chat: ChatAccess) => canReadChat(actor, chat) && !ownsChat(actor, chat)
