// What users have at hand: an authenticator app, and an authenticator of passkeys with ES256, written from the standards (RFC 6238, WebAuthn
// Level 3) and not with the libraries that the product reads them by.
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@heddle/contracts/auth/proof'
import { createHash, createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function decodeBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => base32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The code that an app shows for the key at a time. */
export function showTotp(secret: string, at: Date): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 30_000)))
  const mac = createHmac('sha1', decodeBase32(secret)).update(counter).digest()
  const value = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff
  return String(value % 1_000_000).padStart(6, '0')
}

/** CBOR (RFC 8949) of what an attestation has: whole numbers, texts, bytes and maps. */
function encodeCbor(value: number | string | Uint8Array | Map<number | string, unknown>): Buffer {
  const head = (major: number, length: number) =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, one]) => [encodeCbor(key), encodeCbor(one as never)])
  return Buffer.concat([head(5, value.size), ...entries])
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

type Deviation = {
  readonly origin?: string
  readonly rpId?: string
  readonly isUserVerified?: boolean
  readonly counter?: number
  readonly challenge?: string
}

/** A new passkey of a device whose browser is at `origin`; each use may deviate from what is right. */
export function createPasskey(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let counter = 0

  const toClientData = (type: string, challenge: string, at: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }))

  /** User present (1), verified (4), may be backed up (8), is (16). */
  function toAuthenticatorData(rpId: string, { isUserVerified = true, counter: count }: Deviation, attested?: Buffer) {
    const signs = Buffer.alloc(4)
    signs.writeUInt32BE(count ?? counter)
    const flags = 1 | (isUserVerified ? 4 : 0) | 8 | 16 | (attested ? 64 : 0)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), signs, ...(attested ? [attested] : [])])
  }

  return {
    id,

    create(options: PasskeyCreationOptions, deviation: Deviation = {}) {
      const key = new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, credentialId.length]), credentialId, encodeCbor(key)])
      const data = toAuthenticatorData(deviation.rpId ?? options.rp.id, deviation, attested)
      const object = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', data],
      ])
      const clientData = toClientData('webauthn.create', deviation.challenge ?? options.challenge, deviation.origin ?? origin)
      const response = {
        clientDataJSON: clientData.toString('base64url'),
        attestationObject: encodeCbor(object).toString('base64url'),
        transports: ['internal', 'hybrid'],
      }
      return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {}, authenticatorAttachment: 'platform' }
    },

    get(options: PasskeyRequestOptions, deviation: Deviation = {}) {
      counter += 1
      const data = toAuthenticatorData(deviation.rpId ?? options.rpId, deviation)
      const clientData = toClientData('webauthn.get', deviation.challenge ?? options.challenge, deviation.origin ?? origin)
      const response = {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey).toString('base64url'),
      }
      return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {}, authenticatorAttachment: 'platform' }
    },
  }
}
