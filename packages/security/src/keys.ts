// Every use of SECRET_KEY has a key of its own, so that what one of them signs never passes for another's.
import { hkdfSync } from 'node:crypto'

export type Keys = {
  readonly accessToken: Uint8Array
  readonly refreshToken: Uint8Array
  readonly pageToken: Uint8Array
  /** For counters that must not show whom they count. */
  readonly rateLimit: Uint8Array
  /** Signs the mark of a browser in which a user has signed in. */
  readonly knownBrowser: Uint8Array
  /** Encrypts what a sign-in at an OpenID provider keeps in a cookie. */
  readonly loginFlow: Uint8Array
  /** Encrypts the keys of authenticator apps. */
  readonly secondFactors: Uint8Array
  /** For the hashes of recovery codes. */
  readonly recoveryCodes: Uint8Array
  /** Encrypts the keys of model endpoints. */
  readonly modelKeys: Uint8Array
  /** Encrypts the secret headers of the servers that workflows call. */
  readonly hostSecrets: Uint8Array
  /** Encrypts the keys of temporary chats. */
  readonly temporaryChats: Uint8Array
}

export function deriveKeys(secretKey: string): Keys {
  const derive = (purpose: string) => new Uint8Array(hkdfSync('sha256', secretKey, '', `heddle/${purpose}/v1`, 32))
  return {
    accessToken: derive('access-token'),
    refreshToken: derive('refresh-token'),
    pageToken: derive('page-token'),
    rateLimit: derive('rate-limit'),
    knownBrowser: derive('known-browser'),
    loginFlow: derive('login-flow'),
    secondFactors: derive('second-factor'),
    recoveryCodes: derive('recovery-code'),
    modelKeys: derive('model-key'),
    hostSecrets: derive('host-secret'),
    temporaryChats: derive('temporary-chat'),
  }
}
