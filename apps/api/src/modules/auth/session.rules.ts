// How long a sign-in lasts, and what a refresh token that comes back means.
//
// The clocks of two replicas may differ by up to five minutes without anybody being signed out. Hours and days do not mind
// that; an access token is given that tolerance (access-tokens.ts); and the ten seconds of grace, which would be too short by
// far for one of two such clocks and too long for the other, are counted by the database, whose clock all replicas share.
import type { UserRole } from '@heddle/contracts/roles'

const hour = 60 * 60 * 1000
const day = 24 * hour

const lifetimes: Readonly<Record<UserRole, { idle: number; absolute: number }>> = {
  S: { idle: 12 * hour, absolute: 24 * hour },
  A: { idle: 12 * hour, absolute: 24 * hour },
  U: { idle: 7 * day, absolute: 30 * day },
}

/** Parallel tabs may all come with the generation that one of them has just replaced: so long ago, as the database says. */
const graceMs = 10_000

type SessionState = {
  readonly generation: number
  readonly expiresAt: Date
  readonly absoluteExpiresAt: Date
  readonly revokedAt: Date | null
}

export const isLiving = (session: SessionState, now: Date) =>
  session.revokedAt === null && session.expiresAt > now && session.absoluteExpiresAt > now

/** When a session that began at `createdAt` ends, if it is used now. A user who became an administrator has less time. */
export function findSessionEnd(role: UserRole, createdAt: Date, now: Date) {
  const { idle, absolute } = lifetimes[role]
  const absoluteExpiresAt = new Date(createdAt.getTime() + absolute)
  const expiresAt = new Date(Math.min(now.getTime() + idle, absoluteExpiresAt.getTime()))
  return { expiresAt, absoluteExpiresAt }
}

/** `rotate` the current one; `repeat` the current pair for the one just replaced; an older one was `stolen`. */
export function judgeGeneration(
  session: Pick<SessionState, 'generation'>,
  generation: number,
  replacedMsAgo: number,
): 'rotate' | 'repeat' | 'stolen' {
  if (generation === session.generation) return 'rotate'
  const isPrevious = generation === session.generation - 1
  return isPrevious && replacedMsAgo <= graceMs ? 'repeat' : 'stolen'
}
