import type { Queryable } from '../client.ts'
import type { Prisma } from '../generated/client.ts'
import { createUser } from './user.ts'

export type SecondFactorOverrides = Partial<Prisma.SecondFactorUncheckedCreateInput>

/** Inserts an authenticator app, whose key no one can decrypt. Creates a missing user. */
export async function createSecondFactor(db: Queryable, overrides: SecondFactorOverrides = {}) {
  const userId = overrides.userId ?? (await createUser(db)).id
  await db.user.update({ where: { id: userId }, data: { hasSecondFactor: true } })
  return db.secondFactor.create({
    data: { kind: 'totp', name: 'Phone', secretCiphertext: Buffer.from('encrypted'), secretKeyId: 'of-a-test', ...overrides, userId },
  })
}
