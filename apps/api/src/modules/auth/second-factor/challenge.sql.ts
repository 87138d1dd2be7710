// What was asked of callers. Prisma cannot say it: a challenge ends by the clock of the database, which all processes share, and one
// statement counts a try, so that of many at once no more than five get through.
import { limits } from '@heddle/contracts/limits'
import { createHash, randomBytes } from 'node:crypto'
import type { AuthChallengeKind } from '@heddle/db/generated/client'
import type { Pool } from 'pg'

export const challengeSeconds = 5 * 60

export type NewChallenge = {
  readonly kind: AuthChallengeKind
  readonly userId?: string
  readonly sessionId?: string
  readonly provider?: string | null
  readonly tokenVersion?: number
  readonly passwordDigest?: string | null
  readonly passkeyChallenge?: string
}

export type Challenge = {
  readonly kind: AuthChallengeKind
  readonly userId: string | null
  readonly provider: string | null
  readonly tokenVersion: number | null
  readonly passwordDigest: string | null
  readonly secretCiphertext: Uint8Array<ArrayBuffer> | null
  readonly secretKeyId: string | null
  readonly passkeyChallenge: string | null
}

/** Names a challenge of one kind; `sessionId` is null for those of a sign-in. */
export type ChallengeKey = { readonly id: string; readonly kind: AuthChallengeKind; readonly sessionId: string | null }

export const hashChallengeId = (id: string) => createHash('sha256').update(id).digest('base64url')

const columns = `kind::text, user_id AS "userId", provider, token_version AS "tokenVersion", password_digest AS "passwordDigest",
  secret_ciphertext AS "secretCiphertext", secret_key_id AS "secretKeyId", passkey_challenge AS "passkeyChallenge"`

/** Kept for one more try. */
const isOpen = `id_hash = $1 AND kind = $2::auth_challenge_kind AND session_id IS NOT DISTINCT FROM $3::uuid
  AND tries < ${limits.challengeTries} AND expires_at > clock_timestamp()`

const toValues = ({ id, kind, sessionId }: ChallengeKey) => [hashChallengeId(id), kind, sessionId]

/** Returns its id, which only the caller has. */
export async function createChallenge(pool: Pool, challenge: NewChallenge): Promise<string> {
  const id = randomBytes(32).toString('base64url')
  const { kind, userId, sessionId, provider, tokenVersion, passwordDigest, passkeyChallenge } = challenge
  await pool.query(
    `INSERT INTO auth_challenge (id_hash, kind, user_id, session_id, provider, token_version, password_digest, passkey_challenge, expires_at)
     VALUES ($1, $2::auth_challenge_kind, $3, $4, $5, $6, $7, $8, clock_timestamp() + ${challengeSeconds} * interval '1 second')`,
    [hashChallengeId(id), kind, userId, sessionId, provider, tokenVersion, passwordDigest, passkeyChallenge],
  )
  return id
}

export async function findOpenChallenge(pool: Pool, key: ChallengeKey): Promise<Challenge | null> {
  const { rows } = await pool.query<Challenge>(`SELECT ${columns} FROM auth_challenge WHERE ${isOpen}`, toValues(key))
  return rows[0] ?? null
}

/** Returns whom a challenge of any state is about: failures are counted for them also when it has ended. */
export async function findChallengedUser(pool: Pool, id: string): Promise<string | null> {
  const text = 'SELECT user_id AS "userId" FROM auth_challenge WHERE id_hash = $1'
  const { rows } = await pool.query<Pick<Challenge, 'userId'>>(text, [hashChallengeId(id)])
  return rows[0]?.userId ?? null
}

/** Counts a try, for which a passkey's challenge is used up; null when there is none more. */
export async function takeTry(pool: Pool, key: ChallengeKey): Promise<Challenge | null> {
  const { rows } = await pool.query<Challenge>(
    `WITH found AS (SELECT id_hash AS found_hash, ${columns} FROM auth_challenge WHERE ${isOpen} FOR UPDATE),
     counted AS (
       UPDATE auth_challenge SET tries = tries + 1, passkey_challenge = NULL FROM found WHERE id_hash = found_hash RETURNING found.*
     )
     SELECT * FROM counted`,
    toValues(key),
  )
  return rows[0] ?? null
}

/** Whether it was open. */
export async function setPasskeyChallenge(pool: Pool, key: ChallengeKey, passkeyChallenge: string): Promise<boolean> {
  const text = `UPDATE auth_challenge SET passkey_challenge = $4 WHERE ${isOpen}`
  const { rowCount } = await pool.query(text, [...toValues(key), passkeyChallenge])
  return rowCount === 1
}

/** Whether it was open. */
export async function setPendingSecret(
  pool: Pool,
  key: ChallengeKey,
  { ciphertext, keyId }: { readonly ciphertext: Uint8Array; readonly keyId: string },
): Promise<boolean> {
  const text = `UPDATE auth_challenge SET secret_ciphertext = $4, secret_key_id = $5 WHERE ${isOpen}`
  const { rowCount } = await pool.query(text, [...toValues(key), Buffer.from(ciphertext), keyId])
  return rowCount === 1
}

export async function removeEndedChallenges(pool: Pool) {
  await pool.query('DELETE FROM auth_challenge WHERE expires_at <= clock_timestamp()')
}
