// Recovery codes: fifty random bits each, kept by a keyed hash, so that the database alone does not give them away.
import { createHmac, randomInt } from 'node:crypto'
import { limits } from '@heddle/contracts/limits'

/** Without what looks alike in print. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const groupLength = 5

const generateGroup = () => Array.from({ length: groupLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('')

/** Returns new codes as users see them. */
export const generateRecoveryCodes = () => Array.from({ length: limits.recoveryCodes }, () => `${generateGroup()}-${generateGroup()}`)

/** Returns the hash of a code of the user, however it was typed. */
export const hashRecoveryCode = (key: Uint8Array, userId: string, code: string) =>
  createHmac('sha256', key)
    .update(JSON.stringify([userId, code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')]))
    .digest('base64url')
