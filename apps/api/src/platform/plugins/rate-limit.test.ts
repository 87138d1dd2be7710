// How often one caller may call: by a clock that the test moves.
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createUser } from '@heddle/db/factories/user'
import type { Response, Test } from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rounds } from '../../../../../scripts/testing/rounds.ts'
import { createTestApp } from '../../../test/application/test-app.ts'
import { openWire, type Wire } from '../../../test/application/wire.ts'

const webDir = mkdtempSync(join(tmpdir(), 'heddle-web-'))

type Limited = Awaited<ReturnType<typeof startLimited>>

/** An application with that rate, whose clock stands still until `later` is called. */
async function startLimited(rate = { perSecond: 5, burst: 20 }) {
  let clock = Date.parse('2026-11-22T08:00:00.250Z')
  const api = await createTestApp({
    config: { webDir, rate },
    now: () => new Date(clock),
    extend: (app) => app.route({ method: 'GET', url: '/api/light-work', config: { policy: 'signed_in' }, handler: () => ({}) }),
  })
  return {
    ...api,
    wire: await openWire(api.app),
    createCaller: async () => api.as(await createUser(api.db)),
    later: (ms: number) => {
      clock += ms
    },
  }
}

let limited: Limited
beforeAll(async () => {
  mkdirSync(join(webDir, 'assets'))
  writeFileSync(join(webDir, 'index.html'), '<!doctype html><title>Heddle</title>')
  writeFileSync(join(webDir, 'assets', 'main-abc123.js'), 'export {}')
  limited = await startLimited()
})
afterAll(async () => {
  await limited.close()
  rmSync(webDir, { recursive: true })
})
// No call of the test before counts any more.
beforeEach(() => limited.later(4_000))

const readCode = ({ body }: Response): string => body.detail.code

async function collectStatuses(call: () => Test, times: number): Promise<number[]> {
  const statuses = []
  for (let count = 0; count < times; count += 1) statuses.push((await call()).status)
  return statuses
}

const countAllowed = async (call: () => Test, times: number) =>
  (await collectStatuses(call, times)).filter((status) => status === 200).length

describe('the rate limit', () => {
  const callAnonymously = () => limited.wire.get('/api/v1/config')

  test('is a burst of twenty and then five a second, for each user of their own', async () => {
    const [one, other] = [await limited.createCaller(), await limited.createCaller()]
    const callAsOne = () => limited.wire.get('/api/light-work').set(one.headers)
    const callAsOther = () => limited.wire.get('/api/light-work').set(other.headers)
    expect(await countAllowed(callAsOne, 25)).toBe(20)
    const refused = await callAsOne()
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1'])
    expect(refused.body.detail).toMatchObject({ code: 'RATE_LIMITED', params: { retry_after: 1 } })
    expect(Object.keys(refused.headers).filter((name) => name.startsWith('x-ratelimit'))).toEqual([])
    expect(await countAllowed(callAsOther, 3)).toBe(3)
    limited.later(1_000)
    expect(await countAllowed(callAsOne, 10)).toBe(5)
  })

  test('counts a refused token for its address', async () => {
    const guess = () => limited.wire.get('/api/v1/auth/me').set('authorization', 'Bearer nonsense')
    const codes = []
    for (let count = 0; count < 21; count += 1) codes.push(readCode(await guess()))
    expect([codes[0], codes[19], codes[20]]).toEqual(['AUTH_TOKEN_INVALID', 'AUTH_TOKEN_INVALID', 'RATE_LIMITED'])
  })

  test('is exact also where a second is no whole number of calls', async () => {
    const odd = await startLimited({ perSecond: 7, burst: 28 })
    const call = () => odd.wire.get('/api/v1/config')
    expect(await countAllowed(call, 29)).toBe(28)
    odd.later(141)
    expect(await countAllowed(call, 1)).toBe(0)
    odd.later(1)
    expect(await countAllowed(call, 2)).toBe(1)
    await odd.close()
  })

  test('locks no one out when the clock is set back', async () => {
    const hour = 3_600_000
    expect(await countAllowed(callAnonymously, 20)).toBe(20)
    limited.later(-hour)
    expect(await countAllowed(callAnonymously, 1)).toBe(0)
    limited.later(1_000)
    expect(await countAllowed(callAnonymously, 10)).toBe(5)
    limited.later(hour)
  })
})

describe('for as long as a connection is held up twice, or for thirty seconds', () => {
  const tickMs = 200
  const ticks = rounds(16_000, 30_000) / tickMs

  /** The connection of every second client holds its calls back for 3.8 s of every 8 s, and then delivers them together. */
  const isHeldUp = (tick: number, client: number) => client % 2 === 1 && (tick + client) % 40 < 19

  test('twenty clients at once that keep to five a second are never refused, held up or not', async () => {
    const clients = []
    for (let client = 0; client < 20; client += 1) clients.push({ ...(await limited.createCaller()), waiting: 0 })
    const statuses: number[] = []
    for (let tick = 0; tick < ticks; tick += 1) {
      const arriving = clients.flatMap((client, index) => {
        client.waiting += 1
        if (isHeldUp(tick, index)) return []
        const calls = Array.from({ length: client.waiting }, () => client.get('/api/light-work'))
        client.waiting = 0
        return calls
      })
      statuses.push(...(await Promise.all(arriving)).map(({ statusCode }) => statusCode))
      limited.later(tickMs)
    }
    expect(statuses.length).toBeGreaterThan(20 * (ticks - 19))
    expect(new Set(statuses)).toEqual(new Set([200]))
  })

  test('a client that makes ten a second is refused half of its calls, once its burst is used up', async () => {
    const client = await limited.createCaller()
    const statuses: number[] = []
    for (let call = 0; call < 2 * ticks; call += 1) {
      statuses.push((await client.get('/api/light-work')).statusCode)
      limited.later(tickMs / 2)
    }
    expect(statuses.indexOf(429)).toBe(39)
    expect(statuses.slice(40).filter((status) => status === 200)).toHaveLength((2 * ticks - 40) / 2)
  })
})

describe('the rate limit of an address', () => {
  test.each<[string, (wire: Wire) => Test, number]>([
    ['a file that is missing', (wire) => wire.get('/assets/gone-1.js'), 404],
    ['an address of the API that does not exist', (wire) => wire.get('/api/v1/nothing'), 404],
    ['a method that nothing has', (wire) => wire.delete('/nothing'), 404],
    ['a malformed address', (wire) => wire.get('/%zz'), 400],
    ['a way out of the folder', (wire) => wire.get('/..%2fx'), 404],
  ])('covers %s', async (_name, call, status) => {
    const statuses = await collectStatuses(() => call(limited.wire), 22)
    expect([statuses[0], statuses[19], statuses[20], statuses[21]]).toEqual([status, status, 429, 429])
  })

  test('leaves a hundred times the room for files and probes, which has an end too', async () => {
    const small = await startLimited({ perSecond: 1, burst: 1 })
    const files = await collectStatuses(() => small.wire.get('/assets/main-abc123.js'), 60)
    expect(new Set([...files, ...(await collectStatuses(() => small.wire.get('/healthz'), 20))])).toEqual(new Set([200]))
    expect((await small.wire.get('/api/v1/config')).status).toBe(200)
    const others = await collectStatuses(() => small.wire.get('/echo'), 21)
    expect([others[19], others[20]]).toEqual([200, 429])
    await small.close()
  })
})
