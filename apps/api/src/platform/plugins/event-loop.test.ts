import { setTimeout as wait } from 'node:timers/promises'
import pino from 'pino'
import { expect, test } from 'vitest'
import { createTestApp } from '../../../test/application/test-app.ts'
import { until } from '../../../test/until.ts'

/** Holds the event loop, as a large body or an endless pattern would. */
function hold() {
  const end = performance.now() + 150
  while (performance.now() < end);
}

const testRoute = { config: { policy: 'public' }, schema: { hide: true } } as const

test('the route that holds the event loop is logged and counted, and no other', async () => {
  const lines: { msg: string; route?: string; heldMs?: number }[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) })
  const api = await createTestApp({
    log,
    extend: (app) => {
      app.get('/at-once', testRoute, async () => hold())
      app.get('/after-a-wait', testRoute, async () => {
        await wait(1)
        hold()
        await wait(1)
        return 'held'
      })
      app.get('/quick', testRoute, async () => 'quick')
    },
  })
  const listHeld = () => lines.filter(({ msg }) => msg === 'Event loop was held')
  await Promise.all(['/quick', '/at-once', '/after-a-wait', '/quick'].map((url) => api.app.inject({ url })))
  await until('both are logged', () => listHeld().length >= 2)
  const routes = listHeld().map(({ route }) => route)
  expect(routes).toEqual(expect.arrayContaining(['GET /at-once', 'GET /after-a-wait']))
  expect(routes).not.toContain('GET /quick')
  expect(listHeld().every(({ heldMs = 0 }) => heldMs >= 100)).toBe(true)
  const { body } = await api.app.inject({ url: '/metrics', headers: { host: 'localhost' } })
  expect(body).toContain('heddle_event_loop_held_seconds_count{route="GET /after-a-wait"} 1')
  await api.close()
})
