// Seals the texts of a temporary chat: AES-256-GCM with a key of the chat's own, which lies encrypted in a table that neither the
// write-ahead log nor a backup has (docs/decisions/0045). What is left of a sealed text after the end of its chat is noise.
import { createSecretCipher, type EncryptedSecret } from '@heddle/security/secret-cipher'
import { randomBytes } from 'node:crypto'

/** Begins each sealed piece: a noncharacter, which no text for people has. */
const mark = '\uFDD0'

export const isSealed = (text: string) => text.startsWith(mark)

export type Seal = {
  /** Returns the text sealed. Sealed pieces may be joined, as a growing reply is: they open to the joined texts. An empty text stays empty. */
  readonly seal: (text: string) => string
  /** Returns what was sealed with this key. Throws for anything else: the text was changed, or belongs to another chat. */
  readonly open: (text: string) => string
}

export type SealKey = EncryptedSecret

function createSeal(key: Uint8Array, chatId: string): Seal {
  const cipher = createSecretCipher(key)
  const { keyId } = cipher
  const owner = [chatId]

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
    read(chatId: string, key: SealKey): Seal | null {
      const secret = keys.decrypt(key, [chatId])
      return secret === null ? null : createSeal(Buffer.from(secret, 'base64'), chatId)
    },
  }
}
