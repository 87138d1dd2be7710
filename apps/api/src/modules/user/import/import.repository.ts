import type { UserRole } from '@heddle/contracts/roles'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import { Prisma } from '@heddle/db/generated/client'
import type { Actor } from '../../../platform/permissions/actor.ts'
import { actorColumns } from '../../../platform/permissions/credential.sql.ts'
import { type CredentialFacts, isValidAt } from '../../../platform/permissions/credential.ts'
import { readableGroups } from '../../../platform/permissions/group.permissions.ts'
import { toUserColumns, type NewUser, toUserConflict } from '../new-user.ts'
import { findDefaultLanguage } from '../user.repository.ts'

/** Few enough that making the statement keeps no other request waiting. */
const keysPerQuery = 2_000

const transactionLimits = { maxWait: 10_000, timeout: 10 * 60_000 }

export type ImportRepository = ReturnType<typeof createImportRepository>

export function createImportRepository(db: PrismaClient) {
  return {
    findGroups: (actor: Actor, on: Queryable = db) => on.group.findMany({ where: readableGroups(actor), select: { id: true, name: true } }),

    /** Until the end of the transaction, no other import creates groups of the tenant. */
    async lockGroupNames(tx: Queryable, tenantId: string): Promise<void> {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('heddle/group-names/' || ${tenantId}, 0))`
    },

    async findTaken(column: 'email' | 'account', keys: readonly string[]): Promise<ReadonlySet<string>> {
      const taken = new Set<string>()
      for (let start = 0; start < keys.length; start += keysPerQuery) {
        const some = keys.slice(start, start + keysPerQuery)
        const found = await db.user.findMany({
          where: column === 'email' ? { emailKey: { in: some } } : { accountKey: { in: some } },
          select: { emailKey: true, accountKey: true },
        })
        for (const { emailKey, accountKey } of found) taken.add((column === 'email' ? emailKey : accountKey) ?? '')
      }
      return taken
    },

    inTransaction: <T>(act: (tx: Queryable) => Promise<T>) => db.$transaction(act, transactionLimits),

    defaultLanguage: (tx: Queryable, tenantId: string) => findDefaultLanguage(tx, tenantId),

    /** Inserts users with an email each. Throws the code of what is taken or gone meanwhile. */
    async insertBatch(
      tx: Queryable,
      users: readonly (NewUser & { readonly email: string; readonly language: NonNullable<NewUser['language']> })[],
    ) {
      try {
        const inserted = await tx.user.createManyAndReturn({
          data: users.map((user) => ({ ...toUserColumns(user), language: user.language })),
          select: { id: true, emailKey: true },
        })
        const ids = new Map(inserted.map(({ id, emailKey }) => [emailKey, id]))
        const memberships = users.flatMap((user) => {
          const userId = ids.get(toUserColumns(user).emailKey)
          return userId === undefined ? [] : (user.memberships ?? []).map((membership) => ({ ...membership, userId }))
        })
        await tx.membership.createMany({ data: memberships })
      } catch (error) {
        throw toUserConflict(error)
      }
    },

    /** The actor's role now, null once the credential has ended or the actor may not come in. It stays so until `tx` ends. */
    async lockRole(tx: Queryable, { id, credential }: Actor, now: Date): Promise<UserRole | null> {
      const [row] = await tx.$queryRaw<(CredentialFacts & { role: UserRole })[]>`
        SELECT ${Prisma.raw(actorColumns('c.session_id', 'c.token_version'))}
        FROM "user" u, (SELECT ${credential.sessionId}::uuid AS session_id, ${credential.tokenVersion}::int AS token_version) c
        WHERE u.id = ${id}::uuid FOR SHARE OF u`
      return row && isValidAt(row, credential, now) ? row.role : null
    },
  }
}
