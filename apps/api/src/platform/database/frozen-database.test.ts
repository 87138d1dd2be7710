// A database that is there and does not answer: its machine hangs, its disk is stuck, the network swallows everything.
import { createDatabase } from '@heddle/db/client'
import { type DatabaseTimeouts, servingTimeouts } from '@heddle/db/connection'
import pg from 'pg'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { createOrphanSweeper } from '../../modules/reply/sweep/orphan-sweeper.ts'
import { type ChatApp, createChatApp } from '../../../test/chat/chat-app.ts'
import { type FreezableProxy, startFreezableProxy } from '../../../test/servers/freezable-proxy.ts'
import { until } from '../../../test/until.ts'

const shortTimeouts = { connectMs: 1_000, responseMs: 1_500 }

let app: ChatApp
let proxy: FreezableProxy
async function start(timeouts: DatabaseTimeouts) {
  proxy = await startFreezableProxy(inject('testServerUrl'))
  app = await createChatApp({ through: { addressOf: proxy.addressOf, timeouts } })
}
afterEach(async () => {
  proxy.thaw()
  await app.close()
  proxy.close()
})

/** Asked as the owner of the server: the role of the product does not see what others do. */
async function countOpenTransactions() {
  const server = new pg.Client({ connectionString: inject('testServerUrl') })
  await server.connect()
  const database = new URL(app.dependencies.config.databaseUrl).pathname.slice(1)
  const { rowCount } = await server.query(`SELECT FROM pg_stat_activity WHERE datname = $1 AND state LIKE 'idle in transaction%'`, [
    database,
  ])
  await server.end()
  return rowCount
}

describe('a database that is frozen', () => {
  test('has every call answered with 503 in time, and nothing stays broken when it goes on', async () => {
    await start(shortTimeouts)
    const { person, assistant, chat } = await app.createScene()
    const calls = [
      () => person.get('/api/v1/auth/me'),
      () => person.post('/api/v1/preference/user/me/favorite/assistant', { assistant_id: assistant.id }),
      () => person.get(`/api/v1/chat/${chat.id}`),
      () =>
        app.app.inject({ method: 'POST', url: '/api/v1/auth/login', payload: { email: 'a@heddle.test', password: 'a wrong password' } }),
    ]
    for (const call of calls) expect((await call()).statusCode).toBeLessThan(500)

    proxy.freeze()
    const begun = performance.now()
    // More than there are connections.
    const answers = await Promise.all([calls, calls, calls, calls, calls, calls].flat().map(async (call) => call()))
    expect(performance.now() - begun).toBeLessThan(8_000)
    expect(new Set(answers.map((answer) => `${answer.statusCode} ${answer.json().detail.code}`))).toEqual(
      new Set(['503 SERVICE_UNAVAILABLE']),
    )

    proxy.thaw()
    await until('the database to be back', async () => (await app.app.inject('/readyz')).statusCode === 200)
    for (const call of calls) expect((await call()).statusCode).toBeLessThan(500)
    await until('no open transaction', async () => (await countOpenTransactions()) === 0)
  })

  test('makes the probe say so within three seconds, however many wait for connections', async () => {
    await start(servingTimeouts)
    expect((await app.app.inject('/readyz')).statusCode).toBe(200)
    proxy.freeze()
    const begun = performance.now()
    const { pool } = app.dependencies
    const waiting = Promise.allSettled(Array.from({ length: 10 }, () => pool.query('SELECT 1')))
    const probes = await Promise.all([app.app.inject('/readyz'), app.app.inject('/readyz')])
    expect(performance.now() - begun).toBeLessThan(3_000)
    expect(probes.map((probe) => [probe.statusCode, probe.json()])).toEqual(
      Array.from({ length: 2 }, () => [503, { ok: false, database: false }]),
    )
    proxy.thaw()
    await waiting
  })

  test('never has a transaction that timed out in it continued by the next caller', async () => {
    await start(shortTimeouts)
    const db = createDatabase({ url: proxy.addressOf(app.dependencies.config.databaseUrl), poolSize: 1, timeouts: shortTimeouts })
    const failure = db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1`
      proxy.freeze()
      await tx.$queryRaw`SELECT 1`
    })
    await expect(failure).rejects.toThrow('Query read timeout')
    proxy.thaw()
    const [row] = await until('a connection', () =>
      db.$queryRaw<{ inTransaction: boolean }[]>`SELECT now() <> statement_timestamp() AS "inTransaction"`.catch(() => null),
    )
    expect(row).toEqual({ inTransaction: false })
    await until('no open transaction', async () => (await countOpenTransactions()) === 0)
    await db.$disconnect()
  })

  test('costs a running reply nothing, though its lease has expired meanwhile', async () => {
    await start(shortTimeouts)
    const { person, chat } = await app.createScene()
    const { log } = app.dependencies
    const sweep = createOrphanSweeper({ store: app.messageStore, countTokens: (text) => text.length, log })
    const reader = await app.send(person, chat, { fault: 'tokens=100,tps=40' })
    await reader.hasText()
    proxy.freeze()
    await expect(sweep()).rejects.toThrow('timeout')
    const lease = { leaseExpiresAt: new Date(Date.now() - 1_000) }
    await app.db.runningReply.updateMany({ where: { message: { chatId: chat.id } }, data: lease })
    proxy.thaw()
    await until('the first look', () =>
      sweep().then(
        (ended) => ended === 0,
        () => false,
      ),
    )
    const done = await reader.done()
    expect(done).toMatchObject({ status: 'completed', message: { content: reader.text() } })
    expect(await app.db.usageEvent.findMany({ where: { chatId: chat.id } })).toMatchObject([{ outcome: 'completed', estimated: false }])
    // And the process still hears what others tell it.
    const other = await app.startSecondProcess()
    const next = await app.send(person, { id: chat.id, version: done.version }, { fault: 'endless,tps=40' })
    await next.hasText()
    const stop = await fetch(`${other.origin}/api/v1/chat/${chat.id}/stop_generation`, { method: 'POST', headers: person.headers })
    expect(stop.status).toBe(200)
    expect((await next.done()).status).toBe('stopped')
  })
})
