// Whether what a caller shows is a factor of the user. What is shown is used up with that.
import type { PasskeyAssertion } from '@heddle/contracts/auth/proof'
import type { SecretCipher } from '@heddle/security/secret-cipher'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { FactorRepository, FactorRow } from './factor.repository.ts'
import { readPasskeyUse } from './passkey.ts'
import type { PasskeySite } from '../../../platform/security/passkey-site.ts'
import { hashRecoveryCode } from './recovery-code.ts'
import { findTotpStep } from './totp.ts'

export type Proof = { readonly totp: string } | { readonly recovery_code: string } | { readonly passkey: PasskeyAssertion }

/** What a passkey signs, and for which address. */
export type PasskeyQuestion = { readonly challenge: string | null; readonly site: PasskeySite }

type ProofDependencies = {
  readonly factors: FactorRepository
  readonly cipher: SecretCipher
  readonly recoveryKey: Uint8Array
  readonly now: () => Date
}

/** The same at a sign-in for a wrong proof and for a challenge that has ended. */
export const createFailure = () => new AppError('AUTH_SECOND_FACTOR_FAILED')

/** What the key of an authenticator app is encrypted for. */
export const toSecretOwner = (userId: string) => ['second_factor', userId]

export type FactorProofs = ReturnType<typeof createFactorProofs>

export function createFactorProofs({ factors, cipher, recoveryKey, now }: ProofDependencies) {
  async function checkTotp(userId: string, code: string): Promise<boolean> {
    for (const { id, secretCiphertext, secretKeyId, lastStep } of await factors.list(userId)) {
      if (secretCiphertext === null || secretKeyId === null) continue
      const secret = cipher.decrypt({ ciphertext: secretCiphertext, keyId: secretKeyId }, toSecretOwner(userId))
      const step = secret === null ? null : findTotpStep(secret, code, now(), lastStep)
      if (step !== null && (await factors.useStep(id, step, now()))) return true
    }
    return false
  }

  async function usePasskey(passkey: FactorRow, assertion: PasskeyAssertion, { challenge, site }: PasskeyQuestion): Promise<boolean> {
    const { id, credentialId, publicKey, counter, transports, rpId } = passkey
    if (challenge === null || site.obstacle !== null || rpId !== site.rpId) return false
    if (credentialId === null || publicKey === null || counter === null) return false
    const use = await readPasskeyUse(site, challenge, { credentialId, publicKey, counter, transports }, assertion)
    return use !== null && factors.usePasskey(id, use.counter, use.isBackedUp, now())
  }

  return {
    async check(userId: string, proof: Proof, question: PasskeyQuestion): Promise<boolean> {
      if ('totp' in proof) return checkTotp(userId, proof.totp)
      if ('recovery_code' in proof) return factors.useCode(userId, hashRecoveryCode(recoveryKey, userId, proof.recovery_code))
      const passkey = await factors.findPasskey(proof.passkey.id)
      return passkey?.userId === userId && usePasskey(passkey, proof.passkey, question)
    },

    /** Returns whose passkey has signed the question; null when none has. */
    async findUser(assertion: PasskeyAssertion, question: PasskeyQuestion): Promise<string | null> {
      const passkey = await factors.findPasskey(assertion.id)
      return passkey && (await usePasskey(passkey, assertion, question)) ? passkey.userId : null
    },
  }
}
