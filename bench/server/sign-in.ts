// The duration of a failed sign-in, with an account and without one: an attacker must not be able to distinguish them by
// time.
import { createDatabase } from '@heddle/db/client'
import { createUser } from '@heddle/db/factories/user'
import { randomUUID } from 'node:crypto'
import { hashPassword } from '@heddle/security/password'
import { percentile } from '../load/load.ts'

type SignInMeasurement = { readonly knownMs: readonly number[]; readonly unknownMs: readonly number[] }

const attempts = 50

/**
 * Fails to sign in `attempts` times with each kind of name, in turn, each name once and from an address of its own: the API
 * at `url` has to trust 127.0.0.1 to say where a call comes from.
 */
export async function measureSignIns(url: string, databaseUrl: string): Promise<SignInMeasurement> {
  const db = createDatabase({ url: databaseUrl, poolSize: 1 })
  const passwordHash = await hashPassword(randomUUID())
  const { tenantId } = await createUser(db)
  const emails: string[] = []
  for (let index = 0; index < attempts; index += 1) emails.push((await createUser(db, { tenantId, passwordHash })).email)
  await db.$disconnect()

  async function measureSignIn(email: string, address: string) {
    const begun = performance.now()
    const answer = await fetch(new URL('/api/v1/auth/login', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ email, password: 'a wrong password' }),
    })
    const body = await answer.text()
    if (answer.status !== 401) throw new Error(`A wrong password was answered with ${answer.status}: ${body}`)
    return performance.now() - begun
  }

  const [knownMs, unknownMs]: [number[], number[]] = [[], []]
  // The first calls open connections and prepare statements.
  for (let warmUp = 0; warmUp < 10; warmUp += 1) await measureSignIn(`${randomUUID()}@heddle.test`, `10.1.0.${warmUp}`)
  for (const [index, email] of emails.entries()) {
    knownMs.push(await measureSignIn(email, `10.2.0.${index}`))
    unknownMs.push(await measureSignIn(`${randomUUID()}@heddle.test`, `10.3.0.${index}`))
  }
  return { knownMs, unknownMs }
}

export function printSignIns({ knownMs, unknownMs }: SignInMeasurement) {
  const [known, unknown] = [percentile(knownMs, 0.5), percentile(unknownMs, 0.5)]
  const difference = Math.abs(known - unknown) / Math.min(known, unknown)
  process.stdout.write(
    `\n### A sign-in that fails, ${attempts} of each\n\n` +
      `Known account p50 ${known.toFixed(1)} ms, unknown account p50 ${unknown.toFixed(1)} ms: ` +
      `${(difference * 100).toFixed(1)} % apart (less than 20 % wanted).\n`,
  )
}
