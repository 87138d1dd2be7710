import type { Queryable } from '../client.ts'
import type { Prisma } from '../generated/client.ts'
import { createUser } from './user.ts'

export type SessionOverrides = Partial<Prisma.SessionUncheckedCreateInput>

const day = 86_400_000

/** Inserts a session that starts now: 7 days idle, 30 absolute. Creates a missing user. */
export async function createSession(db: Queryable, overrides: SessionOverrides = {}) {
  const userId = overrides.userId ?? (await createUser(db)).id
  const now = Date.now()
  return db.session.create({
    data: {
      rotatedAt: new Date(now),
      expiresAt: new Date(now + 7 * day),
      absoluteExpiresAt: new Date(now + 30 * day),
      ...overrides,
      userId,
    },
  })
}
