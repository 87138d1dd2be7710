// Creates the user of a person whom an external service has authenticated, or brings the user up to date. Never links by email: who
// controls an address at one service need not be who has it here.
import type { PrismaClient, Queryable } from '@heddle/db/client'
import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../../../platform/errors/app-error.ts'
import { findViolatedConstraint } from '../../../platform/database/violated-constraint.ts'
import type { UserService } from '../../user/user.service.ts'
import type { ExternalPerson } from './external-person.ts'

type ProvisioningDependencies = { readonly db: PrismaClient; readonly users: UserService }

const attempts = 3
const kept = { id: true, tenantId: true, name: true, role: true, status: true } as const

/** Another transaction wrote the same name, or deleted a group, between our read and our write. */
const isRace = (error: unknown) =>
  findViolatedConstraint(error) !== undefined ||
  (error instanceof AppError && ['AUTH_EMAIL_EXISTS', 'AUTH_ACCOUNT_EXISTS', 'AUTH_USER_FAILED_TO_CREATE'].includes(error.code))

export type Provisioning = ReturnType<typeof createProvisioning>

export function createProvisioning({ db, users }: ProvisioningDependencies) {
  /** An email or account that is another user's already is left out. */
  async function freeNames(tx: Queryable, { email, account }: ExternalPerson, ownId: string | null) {
    const isTaken = async (name: { emailKey: string } | { accountKey: string }) => {
      const holder = await tx.user.findUnique({ where: name as { emailKey: string }, select: { id: true } })
      return holder !== null && holder.id !== ownId
    }
    const emailKey = email === null ? null : users.signInKey({ email })
    const accountKey = account === null ? null : users.signInKey({ account })
    return {
      email: emailKey !== null && !(await isTaken({ emailKey })) ? { email, emailKey } : { email: null, emailKey: null },
      account: accountKey !== null && !(await isTaken({ accountKey })) ? { account, accountKey } : { account: null, accountKey: null },
    }
  }

  async function update(tx: Queryable, userId: string, person: ExternalPerson) {
    const before = await tx.user.findUniqueOrThrow({ where: { id: userId } })
    // A user who may not sign in changes nothing.
    if (before.status !== 'active') return
    const free = await freeNames(tx, person, userId)
    const change = {
      ...(person.name !== '' && { name: { default: person.name } }),
      ...(person.language && { language: person.language }),
      ...free.email,
      ...free.account,
    }
    const isSame = Object.entries(change).every(([field, value]) => isDeepStrictEqual(before[field as keyof typeof before], value))
    if (!isSame) await tx.user.update({ where: { id: userId }, data: { ...change, revision: { increment: 1 } } })
  }

  async function insert(tx: Queryable, tenantId: string, person: ExternalPerson): Promise<string> {
    const free = await freeNames(tx, person, null)
    const { id } = await users.insertUser(tx, {
      tenantId,
      name: { default: person.name },
      email: free.email.email,
      account: free.account.account,
      passwordHash: null,
      ...(person.language && { language: person.language }),
    })
    return id
  }

  /** What the provider gave it also takes; what people gave stays as it is, and everything while the groups are not known. */
  async function mapGroups(tx: Queryable, tenantId: string, provider: string, userId: string, person: ExternalPerson) {
    if (person.groupIds === null) return
    const groups = await tx.group.findMany({ where: { tenantId, id: { in: [...person.groupIds] } }, select: { id: true } })
    const wanted = groups.map(({ id }) => id)
    const role = person.groupRole
    await tx.membership.deleteMany({ where: { userId, provider, groupId: { notIn: wanted } } })
    await tx.membership.updateMany({ where: { userId, provider, role: { not: role } }, data: { role } })
    await tx.membership.createMany({ data: wanted.map((groupId) => ({ groupId, userId, provider, role })), skipDuplicates: true })
  }

  const provisionOnce = (tenantId: string, provider: string, person: ExternalPerson) =>
    db.$transaction(
      async (tx) => {
        const { subject } = person
        const lock = JSON.stringify(['external_identity', tenantId, provider, subject])
        // First sign-ins at once take turns; the primary key would refuse all but one of them.
        await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`
        const key = { tenantId, provider, subject }
        const identity = await tx.externalIdentity.findUnique({ where: { tenantId_provider_subject: key } })
        const userId = identity?.userId ?? (await insert(tx, tenantId, person))
        // Locked for this transaction: a user who is deleted meanwhile must not get a name and an email back.
        await tx.$queryRaw`SELECT FROM "user" WHERE id = ${userId}::uuid FOR NO KEY UPDATE`
        if (identity) await update(tx, userId, person)
        else await tx.externalIdentity.create({ data: { ...key, userId } })
        const user = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: kept })
        if (user.status === 'active') await mapGroups(tx, tenantId, provider, userId, person)
        return user
      },
      { maxWait: 10_000, timeout: 10_000 },
    )

  return {
    /** The user of the person, who may be disabled. */
    async provision(tenantId: string, provider: string, person: ExternalPerson) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await provisionOnce(tenantId, provider, person)
        } catch (error) {
          if (attempt === attempts || !isRace(error)) throw error
        }
      }
    },
  }
}
