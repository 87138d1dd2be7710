// The shares of chats, as their owners see and change them. Prisma cannot say which go on: their end is compared with the clock of the database.
import type { ShareAudience } from '@heddle/contracts/chat/share'
import type { Queryable } from '@heddle/db/client'
import { Prisma } from '@heddle/db/generated/client'
import { escapeLike } from '../../../platform/database/like-literal.ts'
import { type Actor, isAdministrator } from '../../../platform/permissions/actor.ts'
import { openShareSql } from '../../../platform/permissions/chat.permissions.ts'

type Named = { readonly id: string; readonly name: Prisma.InputJsonValue }

export type ShareRow = {
  readonly id: string
  readonly chatId: string
  readonly title: string | null
  readonly audience: ShareAudience
  readonly groups: readonly Named[]
  readonly people: readonly Named[]
  readonly untilMessageId: string | null
  readonly expiresAt: Date | null
  readonly createdAt: Date
  readonly openedCount: number
}

/** Whom a share is for; ids of groups or users for those two audiences. */
export type Audience = { readonly audience: ShareAudience; readonly ids: readonly string[] }
export type ShareExtent = { readonly untilMessageId: string | null; readonly expiresAt: Date | null }
export type ShareKey = { readonly createdAt: Date; readonly id: string }

const isOpen = Prisma.raw(openShareSql)

const columns = Prisma.sql`s.id::text, c.id::text AS "chatId", c.title, s.audience::text AS audience,
  s.until_message_id::text AS "untilMessageId", s.expires_at AS "expiresAt", s.created_at AS "createdAt",
  (SELECT count(*)::int FROM chat_share_reader r WHERE r.share_id = s.id) AS "openedCount",
  (SELECT coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) ORDER BY g.name_key, g.id), '[]')
   FROM chat_share_group t JOIN "group" g ON g.id = t.group_id WHERE t.share_id = s.id) AS groups,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name) ORDER BY u.name_key, u.id), '[]')
   FROM chat_share_person t JOIN "user" u ON u.id = t.user_id WHERE t.share_id = s.id) AS people`

type ShareFilter = { readonly chatId?: string; readonly id?: string; readonly after?: ShareKey | null; readonly take?: number }

/** The shares of the actor's chats that go on, the last begun first. */
export const findShares = (on: Queryable, actor: Actor, { chatId, id, after, take }: ShareFilter): Promise<ShareRow[]> =>
  on.$queryRaw<ShareRow[]>`
    SELECT ${columns} FROM chat_share s JOIN chat c ON c.id = s.chat_id
    WHERE c.owner_id = ${actor.id}::uuid AND c.tenant_id = ${actor.tenantId}::uuid AND ${isOpen}
      ${chatId === undefined ? Prisma.empty : Prisma.sql`AND c.id = ${chatId}::uuid`}
      ${id === undefined ? Prisma.empty : Prisma.sql`AND s.id = ${id}::uuid`}
      ${after ? Prisma.sql`AND (s.created_at, s.id) < (${after.createdAt}, ${after.id}::uuid)` : Prisma.empty}
    ORDER BY s.created_at DESC, s.id DESC ${take === undefined ? Prisma.empty : Prisma.sql`LIMIT ${take}`}`

/** Has the changes of a chat's shares take turns: the lock is held until the end of the transaction. False when the chat is gone. */
export async function takeTurn(tx: Queryable, chatId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`SELECT 1 FROM chat WHERE id = ${chatId}::uuid FOR NO KEY UPDATE`
  return rows.length === 1
}

/** Whether all of these are groups, or active users, of the tenant of the actor, who is none of them. */
export async function areTargets(on: Queryable, { id, tenantId }: Actor, { audience, ids }: Audience): Promise<boolean> {
  if (audience === 'tenant') return true
  const wanted = [...new Set(ids)]
  const count =
    audience === 'groups'
      ? await on.group.count({ where: { tenantId, id: { in: wanted } } })
      : await on.user.count({ where: { tenantId, status: 'active', id: { in: wanted, not: id } } })
  return count === wanted.length
}

/** Whether the message is one of the chat, and has ended; null when it is none. */
export async function hasEnded(on: Queryable, chatId: string, messageId: string): Promise<boolean | null> {
  const message = await on.message.findFirst({ where: { id: messageId, chatId }, select: { status: true } })
  return message && message.status !== 'generating'
}

/** Whether a time is yet to come, by the clock of the database. */
export async function isAhead(on: Queryable, time: Date): Promise<boolean> {
  const [row] = await on.$queryRaw<{ ahead: boolean }[]>`SELECT ${time}::timestamptz > now() AS ahead`
  return row?.ahead ?? false
}

const toTargets = ({ audience, ids }: Audience) => ({
  ...(audience === 'groups' && { groups: { create: [...new Set(ids)].map((groupId) => ({ groupId })) } }),
  ...(audience === 'people' && { people: { create: [...new Set(ids)].map((userId) => ({ userId })) } }),
})

/** `expiresAt` undefined is so many days from now. */
export async function createShare(
  tx: Queryable,
  chatId: string,
  audience: Audience,
  { untilMessageId, expiresAt }: Omit<ShareExtent, 'expiresAt'> & { readonly expiresAt: Date | null | undefined },
  days: number,
): Promise<string> {
  const data = { chatId, audience: audience.audience, untilMessageId, ...(expiresAt && { expiresAt }), ...toTargets(audience) }
  const { id } = await tx.chatShare.create({ data, select: { id: true } })
  if (expiresAt === undefined)
    await tx.$executeRaw`UPDATE chat_share SET expires_at = now() + ${days} * interval '1 day' WHERE id = ${id}::uuid`
  return id
}

/** What is undefined stays. */
export async function updateShare(
  tx: Queryable,
  id: string,
  audience: Audience,
  { untilMessageId, expiresAt }: { readonly [Name in keyof ShareExtent]: ShareExtent[Name] | undefined },
): Promise<void> {
  await tx.chatShareGroup.deleteMany({ where: { shareId: id } })
  await tx.chatSharePerson.deleteMany({ where: { shareId: id } })
  const extent = { ...(untilMessageId !== undefined && { untilMessageId }), ...(expiresAt !== undefined && { expiresAt }) }
  await tx.chatShare.update({
    where: { id },
    data: { audience: audience.audience, ...extent, ...toTargets(audience) },
    select: { id: true },
  })
}

/** Ends those of the shares that go on, and returns their ids. */
async function endWhere(tx: Queryable, condition: Prisma.Sql): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    UPDATE chat_share s SET revoked_at = now() FROM chat c
    WHERE c.id = s.chat_id AND ${isOpen} AND ${condition} RETURNING s.id::text`
  return rows.map(({ id }) => id)
}

export const endShare = (tx: Queryable, id: string) => endWhere(tx, Prisma.sql`s.id = ${id}::uuid`)

/** Of a chat, those with all of the tenant. */
export const endTenantShares = (tx: Queryable, chatId: string) =>
  endWhere(tx, Prisma.sql`s.chat_id = ${chatId}::uuid AND s.audience = 'tenant'`)

export const endSharesOf = (tx: Queryable, { id, tenantId }: Actor) =>
  endWhere(tx, Prisma.sql`c.owner_id = ${id}::uuid AND c.tenant_id = ${tenantId}::uuid`)

type CandidateKey = { readonly isUser: boolean; readonly nameKey: string; readonly id: string }
export type CandidateRow = CandidateKey & { readonly name: Prisma.InputJsonValue; readonly email: string | null }
type CandidateQuery = {
  /** Folded. */
  readonly keyword: string
  readonly after: CandidateKey | null
  readonly take: number
}

/** Groups, then other active users of the actor's tenant, by name; users also by the whole email, which is told then, and always to administrators. */
export function findCandidates(on: Queryable, actor: Actor, { keyword, after, take }: CandidateQuery): Promise<CandidateRow[]> {
  const { id, tenantId } = actor
  const pattern = `%${escapeLike(keyword)}%`
  // The search key also has emails and accounts, which are not found by a part of them.
  return on.$queryRaw<CandidateRow[]>`
    SELECT k.id::text, k.is_user AS "isUser", k.name_key AS "nameKey", k.name, k.email
    FROM (
      SELECT g.id, false AS is_user, g.name_key, g.name, NULL AS email FROM "group" g
      WHERE g.tenant_id = ${tenantId}::uuid AND g.search_key LIKE ${pattern}
      UNION ALL
      SELECT u.id, true, u.name_key, u.name, CASE WHEN u.email_key = ${keyword} OR ${isAdministrator(actor)} THEN u.email END FROM "user" u
      WHERE u.tenant_id = ${tenantId}::uuid AND u.status = 'active' AND u.id <> ${id}::uuid
        AND u.search_key LIKE ${pattern} AND (u.email_key = ${keyword} OR fold(localized_values(u.name)) LIKE ${pattern})
    ) k
    ${after ? Prisma.sql`WHERE (k.is_user, k.name_key, k.id) > (${after.isUser}, ${after.nameKey}, ${after.id}::uuid)` : Prisma.empty}
    ORDER BY k.is_user, k.name_key, k.id LIMIT ${take}`
}
