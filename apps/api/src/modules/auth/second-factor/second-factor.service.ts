// The factors of a signed-in user. Each change ends the other sessions: one of them may be why it is made.
import type { PasskeyAttestation } from '@heddle/contracts/auth/proof'
import { limits } from '@heddle/contracts/limits'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import type { Pool } from 'pg'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import type { AuditEntry, AuditService } from '../../audit/audit.service.ts'
import type { SessionService } from '../session.service.ts'
import { type ChallengeKey, createChallenge } from './challenge.sql.ts'
import type { Enrolled, Enrolment } from './enrolment.ts'
import type { FactorOwner, FactorRepository, NewFactor } from './factor.repository.ts'
import type { PasskeySite } from '../../../platform/security/passkey-site.ts'

type SecondFactorDependencies = {
  readonly db: PrismaClient
  readonly pool: Pool
  readonly factors: FactorRepository
  readonly enrolment: Enrolment
  readonly sessions: SessionService
  readonly audit: AuditService
}

const createFailure = () => new AppError('AUTH_CONFIRMATION_FAILED')

const toKey = (actor: Actor, id: string): ChallengeKey => ({ id, kind: 'enrolment', sessionId: actor.credential.sessionId })

export type SecondFactorService = ReturnType<typeof createSecondFactorService>

export function createSecondFactorService({ db, pool, factors, enrolment, sessions, audit }: SecondFactorDependencies) {
  async function getOwner(actor: Actor): Promise<FactorOwner> {
    const owner = await factors.findOwner(actor.id)
    if (!owner) throw new AppError('AUTH_SESSION_ENDED')
    return owner
  }

  const record = async (tx: Queryable, actor: Actor, entry: Pick<AuditEntry, 'action' | 'before' | 'after'>) => {
    const { name } = await tx.user.findUniqueOrThrow({ where: { id: actor.id }, select: { name: true } })
    await audit.record(tx, actor, { ...entry, target: { type: 'user', id: actor.id, name: name as Prisma.InputJsonValue } })
  }

  /** Runs a change of the factors; two of one user run one after the other. */
  const change = <Result>(actor: Actor, act: (tx: Queryable) => Promise<Result>) =>
    db.$transaction(async (tx) => {
      await factors.lockOwner(tx, actor.id)
      return act(tx)
    })

  async function refuseTooMany(actor: Actor, on?: Queryable) {
    if ((await factors.list(actor.id, on)).length >= limits.factorsPerUser) throw new AppError('AUTH_SECOND_FACTOR_TOO_MANY')
  }

  async function openChallenge(actor: Actor) {
    await refuseTooMany(actor)
    return createChallenge(pool, { kind: 'enrolment', userId: actor.id, sessionId: actor.credential.sessionId })
  }

  async function keep(actor: Actor, action: AuditEntry['action'], challengeId: string, factor: NewFactor | null): Promise<Enrolled> {
    if (!factor) throw createFailure()
    return change(actor, async (tx) => {
      await refuseTooMany(actor, tx)
      const enrolled = await enrolment.keep(tx, actor.id, challengeId, factor)
      if (!enrolled) throw createFailure()
      await sessions.endOtherSessions(tx, actor)
      await record(tx, actor, { action, after: { second_factor: factor.name } })
      return enrolled
    })
  }

  return {
    async getSecondFactors(actor: Actor) {
      const [rows, codes] = await Promise.all([factors.list(actor.id), factors.countCodes(actor.id)])
      return { rows, codes }
    },

    async beginTotpEnrolment(actor: Actor) {
      const owner = await getOwner(actor)
      const challengeId = await openChallenge(actor)
      const begun = await enrolment.beginTotp(toKey(actor, challengeId), owner)
      if (!begun) throw new AppError('AUTH_SESSION_ENDED')
      return { challengeId, ...begun }
    },

    async finishTotpEnrolment(actor: Actor, challengeId: string, totp: string, name: string): Promise<Enrolled> {
      const proven = await enrolment.proveTotp(toKey(actor, challengeId), totp)
      return keep(actor, 'finishTotpEnrolment', challengeId, proven && { ...proven, name })
    },

    async beginPasskeyEnrolment(actor: Actor, site: PasskeySite) {
      const owner = await getOwner(actor)
      const challengeId = await openChallenge(actor)
      const options = await enrolment.beginPasskey(toKey(actor, challengeId), owner, site)
      if (!options) throw new AppError('AUTH_SESSION_ENDED')
      return { challengeId, options }
    },

    async finishPasskeyEnrolment(actor: Actor, challengeId: string, passkey: PasskeyAttestation, name: string, site: PasskeySite) {
      const proven = await enrolment.provePasskey(toKey(actor, challengeId), passkey, site)
      return keep(actor, 'finishPasskeyEnrolment', challengeId, proven && { ...proven, name })
    },

    renameSecondFactor: (actor: Actor, id: string, name: string) =>
      change(actor, async (tx) => {
        const before = (await factors.list(actor.id, tx)).find((factor) => factor.id === id)
        const after = await factors.rename(tx, actor.id, id, name)
        if (!before || !after) throw new AppError('AUTH_SECOND_FACTOR_NOT_FOUND')
        await record(tx, actor, {
          action: 'renameSecondFactor',
          before: { second_factor: before.name },
          after: { second_factor: after.name },
        })
        return after
      }),

    deleteSecondFactor: (actor: Actor, id: string) =>
      change(actor, async (tx) => {
        const removed = await factors.remove(tx, actor.id, id)
        if (!removed) throw new AppError('AUTH_SECOND_FACTOR_NOT_FOUND')
        await sessions.endOtherSessions(tx, actor)
        await record(tx, actor, { action: 'deleteSecondFactor', before: { second_factor: removed.name } })
      }),

    /** Only a user who has a factor has recovery codes. */
    replaceRecoveryCodes: (actor: Actor) =>
      change(actor, async (tx) => {
        if ((await factors.list(actor.id, tx)).length === 0) throw new AppError('AUTH_SECOND_FACTOR_NOT_FOUND')
        const codes = await enrolment.replaceCodes(tx, actor.id)
        await record(tx, actor, { action: 'replaceRecoveryCodes' })
        return codes
      }),

    acknowledgeFactorReset: (actor: Actor) => factors.forgetReset(actor.id),
  }
}
