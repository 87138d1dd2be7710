import { execFile } from 'node:child_process'
import { createSecondFactor } from '@heddle/db/factories/second-factor'
import { createSession } from '@heddle/db/factories/session'
import { createUser } from '@heddle/db/factories/user'
import { createTestDatabase, type TestDatabase } from '@heddle/db/testing/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeCache } from '../../../../scripts/processes/code-cache.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const program = new URL('reset-second-factor.ts', import.meta.url).pathname

const run = (...names: string[]) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const env = { ...codeCache, PATH: process.env.PATH, DATABASE_URL: database.url }
    execFile(process.execPath, [program, ...names], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, output: out + err }),
    )
  })

test('the last super user, who has lost the second factor, is let in by the command', async () => {
  const { db } = database
  const user = await createUser(db, { role: 'S', email: 'Root@heddle.test' })
  await createSecondFactor(db, { userId: user.id })
  await db.recoveryCode.create({ data: { userId: user.id, hash: 'hash' } })
  const session = await createSession(db, { userId: user.id })
  expect(await run('root@HEDDLE.test')).toEqual({ code: 0, output: expect.stringContaining('are removed') })
  expect(await db.user.findUnique({ where: { id: user.id } })).toMatchObject({
    hasSecondFactor: false,
    factorsResetAt: expect.any(Date),
    tokenVersion: user.tokenVersion + 1,
  })
  expect(await db.secondFactor.count()).toBe(0)
  expect(await db.recoveryCode.count()).toBe(0)
  expect((await db.session.findUnique({ where: { id: session.id } }))?.revokedAt).toEqual(expect.any(Date))
  expect(await db.auditEvent.findMany()).toMatchObject([
    { action: 'resetSecondFactor', targetId: user.id, actorId: null, outcome: 'succeeded' },
  ])
  expect(await run('root@heddle.test')).toEqual({ code: 1, output: 'root@heddle.test has no second factor.\n' })
  expect(await run('stranger')).toEqual({ code: 1, output: 'No user has the email or account stranger.\n' })
})
