// Encrypts the secrets that the database keeps and only calls to other servers need: AES-256-GCM, bound to what the secret is of.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

export type EncryptedSecret = {
  /** Names the key that encrypted it, and tells nothing of it. */
  readonly keyId: string
  /** The nonce (12 bytes), the tag (16 bytes), and the text. */
  readonly ciphertext: Uint8Array<ArrayBuffer>
}

const algorithm = 'aes-256-gcm'
const [nonceBytes, tagBytes] = [12, 16]

export type SecretCipher = ReturnType<typeof createSecretCipher>

/** Returns a cipher with a key of 32 bytes. */
export function createSecretCipher(key: Uint8Array) {
  const keyId = createHash('sha256').update('heddle/key-id').update(key).digest('hex').slice(0, 16)

  return {
    keyId,

    /** Encrypts a text with a random nonce. Only a caller with the same `owner` (the ids of what it belongs to) reads it again. */
    encrypt(text: string, owner: readonly string[]): EncryptedSecret {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(JSON.stringify(owner)))
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return { keyId, ciphertext: new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), encrypted])) }
    },

    /** Returns the text; null when another key encrypted it, when it belongs to another owner, or when it was changed. */
    decrypt(secret: { readonly keyId: string; readonly ciphertext: Uint8Array }, owner: readonly string[]): string | null {
      const bytes = Buffer.from(secret.ciphertext)
      if (secret.keyId !== keyId || bytes.length < nonceBytes + tagBytes) return null
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
        .setAAD(Buffer.from(JSON.stringify(owner)))
        .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}
