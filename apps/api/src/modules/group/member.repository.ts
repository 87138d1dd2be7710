import { languages } from '@heddle/contracts/languages'
import type { MembershipRole } from '@heddle/contracts/roles'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import { fold } from '@heddle/text/language/folding'
import { escapeLike } from '../../platform/database/like-literal.ts'
import { type Actor, isAdministrator, listOwnedGroupIds } from '../../platform/permissions/actor.ts'
import { readableUsers } from '../../platform/permissions/user.permissions.ts'
import { afterName, type NameCursor } from './name-order.ts'

/** What decides whether the actor may know more of a member than the name. */
const memberInclude = (actor: Actor) =>
  ({
    user: {
      include: {
        memberships: { where: { groupId: { in: listOwnedGroupIds(actor) } }, select: { groupId: true } },
        identities: { select: { provider: true } },
      },
    },
  }) satisfies Prisma.MembershipInclude

export type MemberRow = Prisma.MembershipGetPayload<{ include: ReturnType<typeof memberInclude> }>

type NameOrder = { readonly after: NameCursor | null; readonly take: number }

const containing = (keyword: string) => ({ contains: escapeLike(fold(keyword)) })

/** A member is not found by fields that are hidden from the actor, which would reveal them letter by letter: members see names, owners also emails, administrators all. */
function matching(actor: Actor, keyword: string, withEmails: boolean): Prisma.UserWhereInput {
  const contains = containing(keyword)
  if (isAdministrator(actor)) return { searchKey: contains }
  const translated = languages.map((language) => ({
    name: { path: [language], string_contains: escapeLike(keyword), mode: 'insensitive' as const },
  }))
  return { OR: [{ nameKey: contains }, ...(withEmails ? [{ emailKey: contains }, ...translated] : [])] }
}

export type MemberRepository = ReturnType<typeof createMemberRepository>

export function createMemberRepository(db: PrismaClient) {
  return {
    isReadableUser: async (actor: Actor, userId: string) =>
      (await db.user.findFirst({ where: { id: userId, AND: readableUsers(actor) }, select: { id: true } })) !== null,

    /** The user's role in those of the groups that it belongs to. */
    async findRoles(userId: string, groupIds: readonly string[], on: Queryable = db): Promise<ReadonlyMap<string, MembershipRole>> {
      const rows = await on.membership.findMany({
        where: { userId, groupId: { in: [...groupIds] } },
        select: { groupId: true, role: true },
      })
      return new Map(rows.map(({ groupId, role }) => [groupId, role]))
    },

    /** By name. The keyword is looked for in the emails too only `withEmails`. */
    findPage: (
      actor: Actor,
      groupId: string,
      {
        keyword,
        role,
        withEmails,
        after,
        take,
      }: NameOrder & { keyword?: string | undefined; role?: MembershipRole | undefined; withEmails: boolean },
    ): Promise<MemberRow[]> =>
      db.membership.findMany({
        where: {
          groupId,
          ...(role && { role }),
          user: {
            AND: [{ status: { not: 'deleted' } }, keyword ? matching(actor, keyword, withEmails) : {}, afterName(after)],
          },
        },
        include: memberInclude(actor),
        orderBy: [{ user: { nameKey: 'asc' } }, { userId: 'asc' }],
        take,
      }),

    find: (actor: Actor, groupId: string, userId: string, on: Queryable = db): Promise<MemberRow | null> =>
      on.membership.findUnique({ where: { groupId_userId: { groupId, userId } }, include: memberInclude(actor) }),

    /** Active users of the tenant who are not in the group, by name: found by a part of what is known of them. */
    findCandidates: (tenantId: string, groupId: string, { keyword, after, take }: NameOrder & { keyword: string }) =>
      db.user.findMany({
        where: {
          AND: [{ tenantId, status: 'active', memberships: { none: { groupId } }, searchKey: containing(keyword) }, afterName(after)],
        },
        orderBy: [{ nameKey: 'asc' }, { id: 'asc' }],
        take,
      }),

    /** The same, found only by the whole email or account. */
    findCandidatesByAddress: (tenantId: string, groupId: string, address: string) =>
      db.user.findMany({
        where: {
          tenantId,
          status: 'active',
          memberships: { none: { groupId } },
          OR: [{ emailKey: fold(address) }, { accountKey: fold(address) }],
        },
        orderBy: [{ nameKey: 'asc' }, { id: 'asc' }],
      }),

    /** Locks the user for this transaction, so that it is not deleted or disabled meanwhile; null when it is not of the tenant. */
    async lockUser(tx: Queryable, tenantId: string, userId: string) {
      const [user] = await tx.$queryRaw<{ status: 'active' | 'disabled'; name: Prisma.InputJsonValue }[]>`
        SELECT status::text, name FROM "user"
        WHERE id = ${userId}::uuid AND tenant_id = ${tenantId}::uuid AND status <> 'deleted' FOR SHARE`
      return user ?? null
    },

    /** A membership that a user sets replaces one of an external sign-in, which no longer takes it. */
    async put(tx: Queryable, groupId: string, userId: string, role: MembershipRole) {
      await tx.membership.upsert({
        where: { groupId_userId: { groupId, userId } },
        create: { groupId, userId, role },
        update: { role, provider: null },
      })
    },

    async remove(tx: Queryable, groupId: string, userId: string) {
      await tx.membership.delete({ where: { groupId_userId: { groupId, userId } } })
    },

    /** Owners who can act for the group. */
    countActiveOwners: (on: Queryable, groupId: string) =>
      on.membership.count({ where: { groupId, role: 'O', user: { status: 'active' } } }),
  }
}
