// A user who shows again, in a session, who it is: with a factor where there is one, else with the password, else by signing in again.
import type { PasskeyAssertion } from '@heddle/contracts/auth/proof'
import type { StepUpMethod } from '@heddle/contracts/auth/second-factor'
import type { PrismaClient } from '@heddle/db/client'
import type { Pool } from 'pg'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import type { AuditService } from '../../audit/audit.service.ts'
import type { UserService } from '../../user/user.service.ts'
import type { SignInOrigin } from '../sign-in-log.ts'
import { createChallenge, takeTry } from './challenge.sql.ts'
import type { FactorProofs, Proof } from './factor-proof.ts'
import type { FactorThrottle } from './factor-throttle.ts'
import type { FactorRepository } from './factor.repository.ts'
import { generatePasskeyChallenge, toRequestOptions } from './passkey.ts'
import type { PasskeySite } from '../../../platform/security/passkey-site.ts'

type StepUpDependencies = {
  readonly db: PrismaClient
  readonly pool: Pool
  readonly factors: FactorRepository
  readonly proofs: FactorProofs
  readonly throttle: FactorThrottle
  readonly users: UserService
  readonly audit: AuditService
}

export type Confirmation =
  | { readonly password: string }
  | { readonly totp: string }
  | { readonly recovery_code: string }
  | { readonly challenge_id: string; readonly passkey: PasskeyAssertion }

const createFailure = (cause?: unknown) => new AppError('AUTH_CONFIRMATION_FAILED', { cause })

export type StepUpService = ReturnType<typeof createStepUpService>

export function createStepUpService({ db, pool, factors, proofs, throttle, users, audit }: StepUpDependencies) {
  /** A user with a factor is not confirmed by a password, which others may have seen being typed. */
  async function confirmPassword(actor: Actor, password: string) {
    const { hasSecondFactor } = await users.getMe(actor)
    if (hasSecondFactor) throw createFailure()
    await users.confirmOwnPassword(actor, password).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'AUTH_PASSWORD_FAILED_TO_UPDATE') throw createFailure(error)
      throw error
    })
  }

  async function confirmFactor(actor: Actor, proof: Proof & { readonly challenge_id?: string }, origin: SignInOrigin, site: PasskeySite) {
    await throttle.attempt(actor.id, origin, !('passkey' in proof), async () => {
      const { challenge_id: id } = proof
      const { sessionId } = actor.credential
      const challenge = id === undefined ? null : await takeTry(pool, { id, kind: 'step_up', sessionId })
      if (!(await proofs.check(actor.id, proof, { challenge: challenge?.passkeyChallenge ?? null, site }))) throw createFailure()
    })
  }

  return {
    async beginStepUp(actor: Actor, site: PasskeySite) {
      const [user, kept, codes] = await Promise.all([users.getMe(actor), factors.list(actor.id), factors.countCodes(actor.id)])
      if (kept.length === 0) {
        const isLocal = user.passwordHash !== null && user.identities.length === 0
        return { methods: [isLocal ? ('password' as const) : ('sign_in' as const)], passkey: null }
      }
      const passkeys = kept.flatMap(({ credentialId, transports, rpId }) =>
        credentialId !== null && rpId === site.rpId && site.obstacle === null ? [{ credentialId, transports }] : [],
      )
      const methods: StepUpMethod[] = []
      if (passkeys.length > 0) methods.push('passkey')
      if (kept.some(({ kind }) => kind === 'totp')) methods.push('totp')
      if (codes > 0) methods.push('recovery_code')
      if (passkeys.length === 0) return { methods, passkey: null }
      const passkeyChallenge = generatePasskeyChallenge()
      const { sessionId } = actor.credential
      const challengeId = await createChallenge(pool, { kind: 'step_up', userId: actor.id, sessionId, passkeyChallenge })
      return { methods, passkey: { challengeId, options: toRequestOptions(site, passkeyChallenge, passkeys) } }
    },

    async stepUp(actor: Actor, confirmation: Confirmation, origin: SignInOrigin, site: PasskeySite) {
      if ('password' in confirmation) await confirmPassword(actor, confirmation.password)
      else await confirmFactor(actor, confirmation, origin, site)
      await db.$transaction(async (tx) => {
        await factors.markVerified(tx, actor.credential.sessionId)
        await audit.record(tx, actor, { action: 'stepUp', target: { type: 'session', id: actor.credential.sessionId } })
      })
    },
  }
}
