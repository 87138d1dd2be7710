// The rows of second factors and recovery codes. What proves a user is taken by a compare-and-set: of two at once only one is taken.
import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma, SecondFactor } from '@heddle/db/generated/client'

export type FactorRow = SecondFactor
export type NewFactor = Omit<Prisma.SecondFactorUncheckedCreateInput, 'id' | 'userId' | 'createdAt'>

const inOrder = { id: 'asc' } as const

/** The user who is about to get or lose a factor. */
const factorOwner = {
  id: true,
  tenantId: true,
  name: true,
  email: true,
  account: true,
  role: true,
  status: true,
  passwordHash: true,
  tokenVersion: true,
  hasSecondFactor: true,
  createdAt: true,
  identities: { select: { provider: true } },
  tenant: {
    select: {
      productName: true,
      passkeyLogin: true,
      secondFactorRule: true,
      secondFactorGraceDays: true,
      secondFactorSince: true,
    },
  },
} satisfies Prisma.UserSelect

export type FactorOwner = Prisma.UserGetPayload<{ select: typeof factorOwner }>

export type FactorRepository = ReturnType<typeof createFactorRepository>

export function createFactorRepository(db: PrismaClient) {
  /** Has `has_second_factor` say whether there is one. */
  async function updateHasFactor(tx: Queryable, userId: string) {
    const factor = await tx.secondFactor.findFirst({ where: { userId }, select: { id: true } })
    await tx.user.update({ where: { id: userId }, data: { hasSecondFactor: factor !== null } })
    if (factor === null) await tx.recoveryCode.deleteMany({ where: { userId } })
  }

  /** Ends the sign-ins between their two steps, which were asked for what the user had before. */
  const endSignIns = (tx: Queryable, userId: string) => tx.authChallenge.deleteMany({ where: { userId, sessionId: null } })

  return {
    findOwner: (id: string): Promise<FactorOwner | null> => db.user.findUnique({ where: { id }, select: factorOwner }),

    list: (userId: string, on: Queryable = db): Promise<FactorRow[]> => on.secondFactor.findMany({ where: { userId }, orderBy: inOrder }),

    countCodes: (userId: string, on: Queryable = db) => on.recoveryCode.count({ where: { userId } }),

    findPasskey: (credentialId: string): Promise<FactorRow | null> => db.secondFactor.findUnique({ where: { credentialId } }),

    /** Makes the factors of a user change one transaction after the other, and sign-ins wait for it. */
    async lockOwner(tx: Queryable, userId: string) {
      await tx.$queryRaw`SELECT FROM "user" WHERE id = ${userId}::uuid FOR NO KEY UPDATE`
    },

    async create(tx: Queryable, userId: string, factor: NewFactor): Promise<FactorRow> {
      const created = await tx.secondFactor.create({ data: { ...factor, userId } })
      // A user who sets one up has seen that the last were removed.
      await tx.user.update({ where: { id: userId }, data: { hasSecondFactor: true, factorsResetAt: null } })
      await endSignIns(tx, userId)
      return created
    },

    async rename(tx: Queryable, userId: string, id: string, name: string): Promise<FactorRow | null> {
      const { count } = await tx.secondFactor.updateMany({ where: { id, userId }, data: { name } })
      return count === 1 ? tx.secondFactor.findUniqueOrThrow({ where: { id } }) : null
    },

    /** Returns the factor that was removed; the recovery codes go with the last one. */
    async remove(tx: Queryable, userId: string, id: string): Promise<FactorRow | null> {
      const factor = await tx.secondFactor.findFirst({ where: { id, userId } })
      if (!factor) return null
      await tx.secondFactor.delete({ where: { id } })
      await updateHasFactor(tx, userId)
      await endSignIns(tx, userId)
      return factor
    },

    async replaceCodes(tx: Queryable, userId: string, hashes: readonly string[]) {
      await tx.recoveryCode.deleteMany({ where: { userId } })
      await tx.recoveryCode.createMany({ data: hashes.map((hash) => ({ userId, hash })) })
    },

    async useCode(userId: string, hash: string): Promise<boolean> {
      const { count } = await db.recoveryCode.deleteMany({ where: { userId, hash } })
      return count === 1
    },

    /** Takes the code of a step, once, and never one before it. */
    async useStep(id: string, step: number, at: Date): Promise<boolean> {
      const { count } = await db.secondFactor.updateMany({
        where: { id, OR: [{ lastStep: null }, { lastStep: { lt: step } }] },
        data: { lastStep: step, lastUsedAt: at },
      })
      return count === 1
    },

    /** Takes a use of a passkey by a counter that is higher than the last one, or by none. */
    async usePasskey(id: string, counter: bigint, isBackedUp: boolean, at: Date): Promise<boolean> {
      const { count } = await db.secondFactor.updateMany({
        where: { id, OR: [{ counter: { lt: counter } }, ...(counter === 0n ? [{ counter: 0n }] : [])] },
        data: { counter, isBackedUp, lastUsedAt: at },
      })
      return count === 1
    },

    /** Whether it was there to be used up. */
    async removeChallenge(tx: Queryable, idHash: string): Promise<boolean> {
      const { count } = await tx.authChallenge.deleteMany({ where: { idHash } })
      return count === 1
    },

    async forgetReset(userId: string) {
      await db.user.update({ where: { id: userId }, data: { factorsResetAt: null } })
    },

    /** Renews when the session has shown who it is, by the clock of the database. */
    async markVerified(tx: Queryable, sessionId: string) {
      await tx.$executeRaw`UPDATE session SET verified_at = clock_timestamp() WHERE id = ${sessionId}::uuid`
    },
  }
}
