// `node apps/api/src/programs/reset-second-factor.ts EMAIL_OR_ACCOUNT`: removes the second factors of a user whom no administrator can help,
// as the last super user is. Every session of the user ends; the audit log has it, without an actor.
import { ConfigError, loadConfig } from '@heddle/config/config'
import { createClient } from '@heddle/db/client'
import { createPool } from '@heddle/db/connection'
import type { Prisma } from '@heddle/db/generated/client'
import { createAuditRepository } from '../modules/audit/audit.repository.ts'
import { createAuditService } from '../modules/audit/audit.service.ts'
import { createUserStatusRepository } from '../modules/user/user-status.repository.ts'
import { signInKey } from '../modules/user/user.rules.ts'

/** Returns the line that is printed. */
async function resetSecondFactor(databaseUrl: string, name: string): Promise<{ readonly isDone: boolean; readonly line: string }> {
  const pool = createPool(databaseUrl, 2)
  const db = createClient(pool)
  try {
    const key = name.includes('@') ? { emailKey: signInKey({ email: name }) } : { accountKey: signInKey({ account: name }) }
    const user = await db.user.findUnique({ where: key as { emailKey: string } })
    if (!user) return { isDone: false, line: `No user has the email or account ${name}.` }
    if (!user.hasSecondFactor) return { isDone: false, line: `${name} has no second factor.` }
    await db.$transaction(async (tx) => {
      await createUserStatusRepository(db).removeSecondFactors(tx, user.id, new Date())
      const origin = { address: '', userAgent: 'reset-second-factor' }
      const target = { type: 'user', id: user.id, name: user.name as Prisma.InputJsonValue } as const
      const audit = createAuditService(createAuditRepository(db))
      await audit.recordSignIn(tx, { tenantId: user.tenantId, actorId: null, origin }, { action: 'resetSecondFactor', target })
    })
    return { isDone: true, line: `The second factors of ${name} are removed: sign in with the password, and set up another.` }
  } finally {
    await db.$disconnect()
    await pool.end()
  }
}

async function run(name: string | undefined) {
  if (name === undefined) return { isDone: false, line: 'Name the email or the account of the user.' }
  try {
    const { databaseUrl } = loadConfig()
    return databaseUrl === undefined ? { isDone: false, line: 'DATABASE_URL is missing.' } : await resetSecondFactor(databaseUrl, name)
  } catch (error) {
    if (error instanceof ConfigError) return { isDone: false, line: error.message }
    throw error
  }
}

const { isDone, line } = await run(process.argv[2])
process.stdout.write(`${line}\n`)
process.exitCode = isDone ? 0 : 1
