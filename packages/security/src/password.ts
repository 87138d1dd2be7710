// Argon2id from node:crypto: no package with an install script, and no thread pool besides Node's own.
import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)

/** OWASP's second choice for Argon2id: 19 MiB, 2 passes, 1 lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

/** The least that there is, for a password that was made at random: 80 bits are not guessed, however fast each guess is. */
const minCost = { memory: 8, passes: 1, parallelism: 1, tagLength: 32 }

/** Each one takes 19 MiB and a thread of Node's pool, which files and name look-ups need too. */
const maxConcurrent = 2
let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxConcurrent) await new Promise<void>((proceed) => waiting.push(proceed))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

type Parsed = {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
  readonly salt: Buffer
  readonly tag: Buffer
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

function parse(encoded: string): Parsed | null {
  const match = phc.exec(encoded)
  if (!match) return null
  const [memory, passes, parallelism] = match.slice(1, 4).map(Number) as [number, number, number]
  const [salt, tag] = match.slice(4).map((text) => Buffer.from(text, 'base64')) as [Buffer, Buffer]
  return { memory, passes, parallelism, salt, tag }
}

const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

// The same password can be typed in several ways in Unicode: RFC 8265 compares them in NFC.
const toBytes = (plain: string) => Buffer.from(plain.normalize('NFC'), 'utf8')

async function hashAt({ memory, passes, parallelism, tagLength }: typeof cost, plain: string): Promise<string> {
  const nonce = randomBytes(16)
  const parameters = { memory, passes, parallelism, tagLength, message: toBytes(plain), nonce }
  const tag = await inTurn(() => derive('argon2id', parameters))
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(tag)}`
}

/** Returns the PHC string of a password. */
export const hashPassword = (plain: string) => hashAt(cost, plain)

/** The same of one that `generatePassword` made, a thousand times as fast; rehashed when it is used. */
export const hashGeneratedPassword = (plain: string) => hashAt(minCost, plain)

/** Without what looks alike in print. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Returns a password of 90 random bits, in groups that can be read aloud. */
export const generatePassword = () =>
  Array.from({ length: 3 }, () => Array.from(randomBytes(6), (byte) => alphabet.charAt(byte % alphabet.length)).join('')).join('-')

/** Whether two inputs are one password, however they were typed. */
export const isSamePassword = (one: string, other: string) => toBytes(one).equals(toBytes(other))

/** Whether `plain` is the password that `encoded` was made of; false for what is not a PHC string of Argon2id. */
export async function verifyPassword(plain: string, encoded: string): Promise<boolean> {
  const parsed = parse(encoded)
  if (!parsed) return false
  const { salt: nonce, tag, memory, passes, parallelism } = parsed
  const parameters = { message: toBytes(plain), nonce, memory, passes, parallelism, tagLength: tag.length }
  const found = await inTurn(() => derive('argon2id', parameters))
  // Time must not tell an account whose password was generated from one that does not exist.
  if (memory * passes < cost.memory * cost.passes) await hashPassword(plain)
  return timingSafeEqual(found, tag)
}

/** Whether a password should be rehashed at the next sign-in, because the cost has changed since. */
export function needsRehash(encoded: string): boolean {
  const parsed = parse(encoded)
  return (
    !parsed ||
    parsed.memory !== cost.memory ||
    parsed.passes !== cost.passes ||
    parsed.parallelism !== cost.parallelism ||
    parsed.tag.length !== cost.tagLength
  )
}
