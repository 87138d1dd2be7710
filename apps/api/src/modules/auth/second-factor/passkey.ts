// Passkeys by the WebAuthn library, which is loaded when one is used: with its certificates' formats it is as large as a module.
import { randomBytes } from 'node:crypto'
import type { PasskeyAssertion, PasskeyAttestation, PasskeyCreationOptions, PasskeyRequestOptions } from '@heddle/contracts/auth/proof'
import type { PasskeySite } from '../../../platform/security/passkey-site.ts'

const timeoutMs = 5 * 60_000
/** Ed25519, ES256 and RS256 (COSE): what authenticators have. */
const algorithms = [-8, -7, -257]

const loadLibrary = () => import('@simplewebauthn/server')

export const generatePasskeyChallenge = () => randomBytes(32).toString('base64url')

export type KnownPasskey = { readonly credentialId: string; readonly transports: readonly string[] }

const toDescriptor = ({ credentialId, transports }: KnownPasskey) => ({
  type: 'public-key' as const,
  id: credentialId,
  ...(transports.length > 0 && { transports: [...transports] }),
})

/** Without known passkeys, the browser offers those that it has itself. */
export const toRequestOptions = (site: PasskeySite, challenge: string, known: readonly KnownPasskey[]): PasskeyRequestOptions => ({
  challenge,
  timeout: timeoutMs,
  rpId: site.rpId,
  allowCredentials: known.map(toDescriptor),
  userVerification: 'required',
})

type PasskeyOwner = { readonly id: string; readonly name: string; readonly displayName: string }

export const toCreationOptions = (
  { rpId }: PasskeySite,
  rpName: string,
  owner: PasskeyOwner,
  challenge: string,
  known: readonly KnownPasskey[],
): PasskeyCreationOptions => ({
  rp: { id: rpId, name: rpName },
  user: { id: Buffer.from(owner.id).toString('base64url'), name: owner.name, displayName: owner.displayName },
  challenge,
  pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
  timeout: timeoutMs,
  excludeCredentials: known.map(toDescriptor),
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
})

export type NewPasskey = {
  readonly credentialId: string
  readonly publicKey: Uint8Array<ArrayBuffer>
  readonly counter: bigint
  readonly transports: string[]
  readonly isBackupEligible: boolean
  readonly isBackedUp: boolean
  readonly rpId: string
}

/** Returns the passkey that the browser has made for the challenge; null when it is not one of this site, or the user was not verified. */
export async function readNewPasskey(site: PasskeySite, challenge: string, attestation: PasskeyAttestation): Promise<NewPasskey | null> {
  const { verifyRegistrationResponse } = await loadLibrary()
  const { id, rawId, type, response } = attestation
  const { clientDataJSON, attestationObject, transports = [] } = response
  const verified = await verifyRegistrationResponse({
    response: { id, rawId, type, clientExtensionResults: {}, response: { clientDataJSON, attestationObject, transports } },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null)
  if (!verified?.verified) return null
  const { credential, credentialDeviceType, credentialBackedUp } = verified.registrationInfo
  return {
    credentialId: credential.id,
    publicKey: new Uint8Array(credential.publicKey),
    counter: BigInt(credential.counter),
    transports: credential.transports ?? [],
    isBackupEligible: credentialDeviceType === 'multiDevice',
    isBackedUp: credentialBackedUp,
    rpId: site.rpId,
  }
}

export type KeptPasskey = KnownPasskey & { readonly publicKey: Uint8Array; readonly counter: bigint }

export type PasskeyUse = { readonly counter: bigint; readonly isBackedUp: boolean }

/** Returns what a use of the passkey says; null when it did not sign the challenge for this site, or its counter went back. */
export async function readPasskeyUse(
  site: PasskeySite,
  challenge: string,
  passkey: KeptPasskey,
  assertion: PasskeyAssertion,
): Promise<PasskeyUse | null> {
  const { verifyAuthenticationResponse } = await loadLibrary()
  const { id, rawId, type, response } = assertion
  const { clientDataJSON, authenticatorData, signature } = response
  const verified = await verifyAuthenticationResponse({
    response: { id, rawId, type, clientExtensionResults: {}, response: { clientDataJSON, authenticatorData, signature } },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: true,
    credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: Number(passkey.counter) },
  }).catch(() => null)
  if (!verified?.verified) return null
  const { newCounter, credentialBackedUp } = verified.authenticationInfo
  return { counter: BigInt(newCounter), isBackedUp: credentialBackedUp }
}
