// Setting up a factor, in a session or at a sign-in: what is given to the user, and what is kept once the user has proven to have it.
import type { PasskeyAttestation } from '@heddle/contracts/auth/proof'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Queryable } from '@heddle/db/client'
import type { SecretCipher } from '@heddle/security/secret-cipher'
import type { Pool } from 'pg'
import { type ChallengeKey, findOpenChallenge, hashChallengeId, setPasskeyChallenge, setPendingSecret, takeTry } from './challenge.sql.ts'
import { toSecretOwner } from './factor-proof.ts'
import type { FactorOwner, FactorRepository, FactorRow, NewFactor } from './factor.repository.ts'
import { generatePasskeyChallenge, readNewPasskey, toCreationOptions } from './passkey.ts'
import type { PasskeySite } from '../../../platform/security/passkey-site.ts'
import { generateRecoveryCodes, hashRecoveryCode } from './recovery-code.ts'
import { findTotpStep, generateTotpSecret, toTotpUri } from './totp.ts'

type EnrolmentDependencies = {
  readonly pool: Pool
  readonly factors: FactorRepository
  readonly cipher: SecretCipher
  readonly recoveryKey: Uint8Array
  /** The name of the installation, where a tenant has none of its own. */
  readonly productName: string
  readonly now: () => Date
}

/** What the user has proven to have, under the name that the user gives it. */
type ProvenFactor = Omit<NewFactor, 'name'>

export type Enrolled = { readonly factor: FactorRow; readonly recoveryCodes: string[] | null }

const showName = ({ name }: FactorOwner) => (name as { default?: string }).default ?? ''

/** What an authenticator calls the account. */
const toAccountName = (owner: FactorOwner) => owner.email ?? owner.account ?? (showName(owner) || owner.id)

export type Enrolment = ReturnType<typeof createEnrolment>

export function createEnrolment({ pool, factors, cipher, recoveryKey, productName, now }: EnrolmentDependencies) {
  const nameProduct = ({ tenant }: FactorOwner) => tenant.productName ?? productName

  return {
    /** Returns the user of an open challenge. */
    async findOwner(key: ChallengeKey): Promise<FactorOwner | null> {
      const challenge = await findOpenChallenge(pool, key)
      return challenge?.userId ? factors.findOwner(challenge.userId) : null
    },

    /** Returns a key for an authenticator app; null when the challenge has ended. */
    async beginTotp(key: ChallengeKey, owner: FactorOwner) {
      const secret = generateTotpSecret()
      if (!(await setPendingSecret(pool, key, cipher.encrypt(secret, toSecretOwner(owner.id))))) return null
      return { secret, uri: toTotpUri(secret, nameProduct(owner), toAccountName(owner)) }
    },

    /** Returns what the browser needs to make a passkey; null when the challenge has ended. */
    async beginPasskey(key: ChallengeKey, owner: FactorOwner, site: PasskeySite) {
      if (site.obstacle !== null) throw new AppError('AUTH_PASSKEYS_UNAVAILABLE', { params: { reason: site.obstacle } })
      const challenge = generatePasskeyChallenge()
      if (!(await setPasskeyChallenge(pool, key, challenge))) return null
      const known = (await factors.list(owner.id)).flatMap(({ credentialId, transports, rpId }) =>
        credentialId !== null && rpId === site.rpId ? [{ credentialId, transports }] : [],
      )
      const name = toAccountName(owner)
      return toCreationOptions(site, nameProduct(owner), { id: owner.id, name, displayName: showName(owner) || name }, challenge, known)
    },

    /** Returns the authenticator app whose key has made the code; its code is used with that. */
    async proveTotp(key: ChallengeKey, code: string): Promise<ProvenFactor | null> {
      const challenge = await takeTry(pool, key)
      if (!challenge?.userId || challenge.secretCiphertext === null || challenge.secretKeyId === null) return null
      const { secretCiphertext, secretKeyId } = challenge
      const secret = cipher.decrypt({ ciphertext: secretCiphertext, keyId: secretKeyId }, toSecretOwner(challenge.userId))
      const step = secret === null ? null : findTotpStep(secret, code, now(), null)
      return step === null ? null : { kind: 'totp', secretCiphertext, secretKeyId, lastStep: step, lastUsedAt: now() }
    },

    async provePasskey(key: ChallengeKey, attestation: PasskeyAttestation, site: PasskeySite): Promise<ProvenFactor | null> {
      const challenge = await takeTry(pool, key)
      if (!challenge?.passkeyChallenge || site.obstacle !== null) return null
      const passkey = await readNewPasskey(site, challenge.passkeyChallenge, attestation)
      // Ids are random: one that is known already comes from a copy.
      if (!passkey || (await factors.findPasskey(passkey.credentialId))) return null
      return { kind: 'passkey', ...passkey }
    },

    /** Keeps the factor of a user whose row is locked, with recovery codes if there are none; null when the challenge was used meanwhile. */
    async keep(tx: Queryable, userId: string, challengeId: string, factor: NewFactor): Promise<Enrolled | null> {
      if (!(await factors.removeChallenge(tx, hashChallengeId(challengeId)))) return null
      const created = await factors.create(tx, userId, factor)
      if ((await factors.countCodes(userId, tx)) > 0) return { factor: created, recoveryCodes: null }
      return { factor: created, recoveryCodes: await this.replaceCodes(tx, userId) }
    },

    async replaceCodes(tx: Queryable, userId: string): Promise<string[]> {
      const codes = generateRecoveryCodes()
      const hashes = codes.map((code) => hashRecoveryCode(recoveryKey, userId, code))
      await factors.replaceCodes(tx, userId, hashes)
      return codes
    },
  }
}
