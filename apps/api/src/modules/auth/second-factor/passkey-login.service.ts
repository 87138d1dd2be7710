// Signing in with a passkey alone, which its user has opened by a fingerprint, a face or a PIN: for local accounts, where the tenant allows it.
import type { PasskeyAssertion } from '@heddle/contracts/auth/proof'
import type { Queryable } from '@heddle/db/client'
import type { Pool } from 'pg'
import { AppError } from '../../../platform/errors/app-error.ts'
import { findPasskeySite } from '../../../platform/security/passkey-site.ts'
import type { SessionService } from '../session.service.ts'
import type { SignInLog, SignInOrigin } from '../sign-in-log.ts'
import { createChallenge, hashChallengeId, takeTry } from './challenge.sql.ts'
import { createFailure, type FactorProofs } from './factor-proof.ts'
import type { FactorThrottle } from './factor-throttle.ts'
import type { FactorOwner, FactorRepository } from './factor.repository.ts'
import { generatePasskeyChallenge, toRequestOptions } from './passkey.ts'
import type { SecondStep } from './sign-in-step.service.ts'

type PasskeyLoginDependencies = {
  readonly pool: Pool
  readonly factors: FactorRepository
  readonly proofs: FactorProofs
  readonly throttle: FactorThrottle
  readonly sessions: SessionService
  readonly signIns: SignInLog
  readonly publicOrigin: string | undefined
}

const isAllowed = ({ status, identities, tenant }: FactorOwner) => status === 'active' && identities.length === 0 && tenant.passkeyLogin

export type PasskeyLogins = ReturnType<typeof createPasskeyLogins>

export function createPasskeyLogins({ pool, factors, proofs, throttle, sessions, signIns, publicOrigin }: PasskeyLoginDependencies) {
  return {
    /** The same for all: a browser offers the passkeys that it has. */
    async beginPasskeyLogin(origin: SignInOrigin) {
      const site = findPasskeySite(publicOrigin, origin)
      if (site.obstacle !== null) throw new AppError('AUTH_PASSKEYS_UNAVAILABLE', { params: { reason: site.obstacle } })
      const passkeyChallenge = generatePasskeyChallenge()
      const challengeId = await createChallenge(pool, { kind: 'passkey_login', passkeyChallenge })
      return { challengeId, options: toRequestOptions(site, passkeyChallenge, []) }
    },

    async passkeyLogin(challengeId: string, passkey: PasskeyAssertion, origin: SignInOrigin): Promise<SecondStep> {
      const action = 'passkeyLogin'
      let owner: FactorOwner | null = null
      try {
        const user = await throttle.attempt(null, origin, false, async () => {
          const challenge = await takeTry(pool, { id: challengeId, kind: 'passkey_login', sessionId: null })
          const question = { challenge: challenge?.passkeyChallenge ?? null, site: findPasskeySite(publicOrigin, origin) }
          const userId = await proofs.findUser(passkey, question)
          const found = userId === null ? null : await factors.findOwner(userId)
          owner = found
          if (!found || !isAllowed(found)) throw createFailure()
          return found
        })
        const alongside = async (tx: Queryable) => {
          if (!(await factors.removeChallenge(tx, hashChallengeId(challengeId)))) throw createFailure()
        }
        const grant = await sessions.beginSession({ user, origin, action, provider: null, hasShownFactor: true, alongside })
        return { grant, browser: throttle.markBrowser(user.id, origin.browser) }
      } catch (error) {
        return signIns.refuse(action, origin, owner, error)
      }
    },
  }
}
