import { createDemoModel } from '@heddle/demo-model/server'
import { createModel } from '@heddle/db/factories/model'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/application/test-app.ts'
import { until } from '../../../test/until.ts'
import { syncConfiguredModels } from './configured-models.ts'
import { createDemonstrationProbe } from './demonstration.ts'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

async function listFor(tenantId: string) {
  const caller = await api.as(await createUser(api.db, { tenantId }))
  return (await caller.get('/api/v1/model')).json<{ models: { name: string; is_default: boolean; is_demonstration: boolean }[] }>().models
}

describe('the list of models', () => {
  test('is what the tenant has switched on, the default first, and nothing of where they run', async () => {
    const { id: tenantId } = await createTenant(api.db)
    await createModel(api.db, { tenantId, name: 'second', position: 1 })
    const { id } = await createModel(api.db, { tenantId, name: 'first', position: 2, isDefault: true })
    await createModel(api.db, { tenantId, name: 'off', enabled: false })
    await createModel(api.db, { name: 'of another tenant' })
    const models = await listFor(tenantId)
    expect(models.map(({ name }) => name)).toEqual(['first', 'second'])
    expect(models[0]).toEqual({ id, name: 'first', is_default: true, is_demonstration: false, reads_images: false })
  })
})

describe('configured models', () => {
  test('are what every tenant offers afterwards, also when set twice at once', async () => {
    const { id: tenantId } = await createTenant(api.db)
    const configured = { baseUrl: 'http://127.0.0.1:9/v1', names: ['new', 'kept'], contextTokens: 32_768, readsImages: ['kept'] }
    const old = await createModel(api.db, { tenantId, name: 'old', isDefault: true })
    const kept = await createModel(api.db, { tenantId, name: 'kept' })
    await Promise.all([syncConfiguredModels(api.db, configured), syncConfiguredModels(api.db, configured)])
    expect((await listFor(tenantId)).map(({ name, is_default }) => [name, is_default])).toEqual([
      ['new', true],
      ['kept', false],
    ])
    expect(await api.db.model.findUniqueOrThrow({ where: { id: old.id } })).toMatchObject({ enabled: false, isDefault: false })
    const state = { enabled: true, contextTokens: 32_768 }
    expect(await api.db.model.findUniqueOrThrow({ where: { id: kept.id } })).toMatchObject({ ...state, images: 'yes', imagesSource: 'set' })
    expect(await api.db.model.findFirst({ where: { tenantId, name: 'new' } })).toMatchObject({ ...state, images: 'unknown' })
  })

  test('are offered by a tenant that gets the endpoint from another process meanwhile', async () => {
    const { id: tenantId } = await createTenant(api.db)
    const configured = { baseUrl: 'http://127.0.0.1:9/v1', names: ['new'], contextTokens: 16_384, readsImages: [] }
    const { pool } = api.dependencies
    const other = await pool.connect()
    await other.query('BEGIN')
    const { rows } = await other.query<{ id: string }>(
      `INSERT INTO model_endpoint (id, tenant_id, name, base_url, is_from_environment, updated_at)
       VALUES (gen_random_uuid(), $1, 'Environment', '', true, now()) RETURNING pg_current_xact_id()::text AS id`,
      [tenantId],
    )
    const syncing = syncConfiguredModels(api.db, configured)
    const waiting = 'SELECT FROM pg_locks WHERE NOT granted AND transactionid = $1::xid'
    await until('a process that waits for the other', async () => (await pool.query(waiting, [rows[0]?.id])).rowCount === 1)
    await other.query('COMMIT')
    other.release()
    await syncing
    expect((await listFor(tenantId)).map(({ name }) => name)).toEqual(['new'])
    expect(await api.db.modelEndpoint.findMany({ where: { tenantId } })).toMatchObject([{ baseUrl: configured.baseUrl }])
  })

  test('leave a tenant the default that it has chosen among them', async () => {
    const { id: tenantId } = await createTenant(api.db)
    await createModel(api.db, { tenantId, name: 'first' })
    const { id } = await createModel(api.db, { tenantId, name: 'chosen', isDefault: true })
    await syncConfiguredModels(api.db, {
      baseUrl: 'http://127.0.0.1:9/v1',
      names: ['first', 'chosen'],
      contextTokens: 16_384,
      readsImages: [],
    })
    expect(await api.db.model.findMany({ where: { tenantId, isDefault: true } })).toMatchObject([{ id, enabled: true }])
  })
})

describe('the demonstration model', () => {
  test('is known by what it says of itself, and an endpoint that is down is none', async () => {
    const demo = await createDemoModel()
    await expect(createDemonstrationProbe({ baseUrl: demo.url, apiKey: undefined })()).resolves.toBe(true)
    await demo.close()
    await expect(createDemonstrationProbe({ baseUrl: demo.url, apiKey: undefined })()).resolves.toBe(false)
  })
})
