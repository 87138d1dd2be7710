// Seals the texts of a temporary chat: AES-256-GCM with a key of the chat's own, which lies encrypted in a table that neither the
// write-ahead log nor a backup has (docs/decisions/0046). What is left of a sealed text after the end of its chat is noise.
import { createSecretCipher, type EncryptedSecret } from '@heddle/security/secret-cipher'
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { pipeline, type Readable, type Transform } from 'node:stream'

/** Begins each sealed piece: a noncharacter, which no text for people has. */
const mark = '\uFDD0'

export const isSealed = (text: string) => text.startsWith(mark)

export type Seal = {
  /** Returns the text sealed. Sealed pieces may be joined, as a growing reply is: they open to the joined texts. An empty text stays empty. */
  readonly seal: (text: string) => string
  /** Returns what was sealed with this key. Throws for anything else: the text was changed, or belongs to another chat. */
  readonly open: (text: string) => string
  /** Encrypts the bytes of a file, which keeps its length, so that parts of it can be read. */
  readonly encryptFile: (storageKey: string) => Transform
  /** Decrypts the bytes of a file from an offset on. */
  readonly decryptFile: (storageKey: string, start?: number) => Transform
}

export type SealKey = EncryptedSecret

const fileAlgorithm = 'aes-256-ctr'
const blockBytes = 16

/** The counter of the block that has the offset. No key encrypts two files, and no file changes: it begins at 0. */
function createCounter(start: number) {
  const counter = Buffer.alloc(blockBytes)
  counter.writeBigUInt64BE(BigInt(Math.floor(start / blockBytes)), blockBytes - 8)
  return counter
}

function createSeal(key: Uint8Array, chatId: string): Seal {
  const cipher = createSecretCipher(key)
  const { keyId } = cipher
  const owner = [chatId]
  const deriveFileKey = (storageKey: string) => new Uint8Array(hkdfSync('sha256', key, '', `heddle/temporary-file/${storageKey}`, 32))

  function openPiece(piece: string): string {
    const text = cipher.decrypt({ keyId, ciphertext: Buffer.from(piece, 'base64url') }, owner)
    if (text === null) throw new Error('A sealed text could not be opened')
    return text
  }

  return {
    seal: (text) => (text === '' ? '' : mark + Buffer.from(cipher.encrypt(text, owner).ciphertext).toString('base64url')),
    open(text) {
      if (text === '') return ''
      const [before, ...pieces] = text.split(mark)
      if (before !== '') throw new Error('A text that should be sealed is not')
      return pieces.map(openPiece).join('')
    },
    encryptFile: (storageKey) => createCipheriv(fileAlgorithm, deriveFileKey(storageKey), createCounter(0)),
    decryptFile(storageKey, start = 0) {
      const decipher = createDecipheriv(fileAlgorithm, deriveFileKey(storageKey), createCounter(start))
      decipher.update(new Uint8Array(start % blockBytes))
      return decipher
    },
  }
}

export type Seals = ReturnType<typeof createSeals>

/** Returns what makes and reads the keys of chats, which are encrypted with `key`. */
export function createSeals(key: Uint8Array) {
  const keys = createSecretCipher(key)

  return {
    /** Returns a new key for a chat, encrypted. */
    createKey: (chatId: string): SealKey => keys.encrypt(randomBytes(32).toString('base64'), [chatId]),

    /** Returns the seal of a chat by its key; null when the secret of the installation is another by now. */
    read(chatId: string, encrypted: SealKey): Seal | null {
      const secret = keys.decrypt(encrypted, [chatId])
      return secret === null ? null : createSeal(Buffer.from(secret, 'base64'), chatId)
    },
  }
}

/** Returns the bytes of a sealed file as they were, of which `content` begins at an offset. */
export const decryptStream = (seal: Seal, storageKey: string, content: Readable, start = 0): Readable =>
  // An error ends the stream that is returned, too.
  pipeline(content, seal.decryptFile(storageKey, start), () => {})
