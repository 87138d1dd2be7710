import { createAssistant } from '@heddle/db/factories/assistant'
import { createCollection, createSource } from '@heddle/db/factories/knowledge'
import { createUsageLimitRule } from '@heddle/db/factories/usage-limit'
import { createModel, createModelEndpoint } from '@heddle/db/factories/model'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { plainChatGraph, createWorkflow } from '@heddle/db/factories/workflow'
import type { SetUp } from '@heddle/contracts/system/system'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/application/test-app.ts'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

const nothing: SetUp = { model: false, workflow: false, assistant: false, knowledge: false, people: false, limits: false }

async function arrange() {
  const { id: tenantId } = await createTenant(api.db)
  const user = await createUser(api.db, { tenantId, role: 'A' })
  const caller = await api.as(user)
  const find = async () => (await caller.get('/api/v1/system/set-up')).json<{ set_up: SetUp }>().set_up
  return { tenantId, user, find }
}

test('what the seed made, and what other tenants have, is not set up', async () => {
  const { tenantId, find } = await arrange()
  await createAssistant(api.db, { tenantId, workflowId: (await createWorkflow(api.db, { tenantId })).id })
  const other = await arrange()
  await createModel(api.db, { tenantId: other.tenantId })
  const collection = await createCollection(api.db, { tenantId })
  await createSource(api.db, { collectionId: collection.id })
  await createUser(api.db, { tenantId, role: 'S' })
  await createUser(api.db, { tenantId, email: 'member@heddle.test' })
  await createUser(api.db, { tenantId, status: 'deleted' })
  await createUsageLimitRule(api.db, { tenantId: other.tenantId })
  expect(await find()).toEqual(nothing)
})

test('knowledge, people and limits are set up one by one', async () => {
  const { tenantId, user, find } = await arrange()
  const collection = await createCollection(api.db, { tenantId })
  expect(await find()).toEqual(nothing)
  await createSource(api.db, { collectionId: collection.id, createdById: user.id })
  expect(await find()).toEqual({ ...nothing, knowledge: true })
  await createUser(api.db, { tenantId })
  expect(await find()).toEqual({ ...nothing, knowledge: true, people: true })
  await createUsageLimitRule(api.db, { tenantId })
  expect(await find()).toEqual({ ...nothing, knowledge: true, people: true, limits: true })
})

test('a model, a published workflow and an assistant are set up one by one', async () => {
  const { tenantId, user, find } = await arrange()
  const endpoint = await createModelEndpoint(api.db, { tenantId })
  const model = await createModel(api.db, { tenantId, endpointId: endpoint.id, enabled: false })
  const version = { number: 1, graph: plainChatGraph(), authorId: user.id }
  const workflow = await createWorkflow(api.db, { tenantId, versions: {} })
  expect(await find()).toEqual(nothing)

  await api.db.model.update({ where: { id: model.id }, data: { enabled: true } })
  expect(await find()).toEqual({ ...nothing, model: true })
  await api.db.workflowVersion.create({ data: { ...version, workflowId: workflow.id } })
  expect(await find()).toEqual({ ...nothing, model: true, workflow: true })
  await createAssistant(api.db, { tenantId, workflowId: workflow.id, createdById: user.id })
  expect(await find()).toEqual({ ...nothing, model: true, workflow: true, assistant: true })
})
