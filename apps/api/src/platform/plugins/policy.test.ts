import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/application/test-app.ts'
import { policyPlugin } from './policy.ts'

describe('a route without a policy', () => {
  test('stops the boot, and is named', async () => {
    const app = fastify()
    await app.register(policyPlugin)
    expect(() => app.route({ method: 'GET', url: '/forgotten', handler: () => 'secret' })).toThrow(
      'The route GET /forgotten declares no policy.',
    )
  })

  test('stops it also when the policy is none of ours', async () => {
    const app = fastify()
    await app.register(policyPlugin)
    const config = { policy: 'anybody' as 'public' }
    expect(() => app.route({ method: 'GET', url: '/wrong', config, handler: () => 'secret' })).toThrow('declares no policy')
  })

  test('cannot be added to the real application', async () => {
    await expect(
      createTestApp({ extend: (app) => app.route({ method: 'GET', url: '/api/v1/forgotten', handler: () => 'secret' }) }),
    ).rejects.toThrow('The route GET /api/v1/forgotten declares no policy.')
  })
})

describe('the application', () => {
  let api: TestApp
  beforeAll(async () => {
    api = await createTestApp()
  })
  afterAll(() => api.close())

  test('answers the backend check and issues the XSRF cookie', async () => {
    const answer = await api.app.inject({ url: '/echo' })
    expect(answer.json()).toEqual({ ok: true })
    expect(answer.cookies).toMatchObject([{ name: 'XSRF-TOKEN', path: '/', sameSite: 'Lax', maxAge: 2_592_000 }])
  })
})
