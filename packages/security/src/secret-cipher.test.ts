import { describe, expect, test } from 'vitest'
import { deriveKeys } from './keys.ts'
import { createSecretCipher } from './secret-cipher.ts'

const cipher = createSecretCipher(deriveKeys('0123456789abcdefghijklmnopqrstuvwxyz').modelKeys)
const owner = ['tenant', 'endpoint']

describe('a secret', () => {
  test('is read again by its owner, and is encrypted differently each time', () => {
    const [first, second] = [cipher.encrypt('sk-canary-鍵', owner), cipher.encrypt('sk-canary-鍵', owner)]
    expect(cipher.decrypt(first, owner)).toBe('sk-canary-鍵')
    expect(second.ciphertext).not.toEqual(first.ciphertext)
    expect(Buffer.from(first.ciphertext).toString('latin1')).not.toContain('canary')
  })

  test.each([
    ['of another owner', (secret: Uint8Array) => secret, ['tenant', 'another']],
    ['of ids that only join to the same text', (secret: Uint8Array) => secret, ['tenantendpoint']],
    ['that was changed', (secret: Uint8Array) => secret.map((byte, index) => (index === secret.length - 1 ? byte ^ 1 : byte)), owner],
    ['that was cut', (secret: Uint8Array) => secret.subarray(0, 20), owner],
  ])('%s is not read', (_, change, reader) => {
    const { keyId, ciphertext } = cipher.encrypt('sk-canary', owner)
    expect(cipher.decrypt({ keyId, ciphertext: change(ciphertext) }, reader)).toBeNull()
  })

  test('of another key of the installation is not read', () => {
    const other = createSecretCipher(deriveKeys('another0123456789abcdefghijklmnopqr').modelKeys)
    expect(cipher.decrypt(other.encrypt('sk-canary', owner), owner)).toBeNull()
  })
})
