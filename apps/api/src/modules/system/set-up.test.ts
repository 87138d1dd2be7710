import { createAssistant } from '@heddle/db/factories/assistant'
import { createModel, createModelEndpoint } from '@heddle/db/factories/model'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { createPlainChatGraph, createWorkflow } from '@heddle/db/factories/workflow'
import type { SetUp } from '@heddle/contracts/system'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/application/test-app.ts'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

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
  expect(await find()).toEqual({ model: false, workflow: false, assistant: false })
})

test('a model, a published workflow and an assistant are set up one by one', async () => {
  const { tenantId, user, find } = await arrange()
  const endpoint = await createModelEndpoint(api.db, { tenantId })
  const model = await createModel(api.db, { tenantId, endpointId: endpoint.id, enabled: false })
  const version = { number: 1, graph: createPlainChatGraph(), authorId: user.id }
  const workflow = await createWorkflow(api.db, { tenantId, versions: {} })
  expect(await find()).toEqual({ model: false, workflow: false, assistant: false })

  await api.db.model.update({ where: { id: model.id }, data: { enabled: true } })
  expect(await find()).toEqual({ model: true, workflow: false, assistant: false })
  await api.db.workflowVersion.create({ data: { ...version, workflowId: workflow.id } })
  expect(await find()).toEqual({ model: true, workflow: true, assistant: false })
  await createAssistant(api.db, { tenantId, workflowId: workflow.id, createdById: user.id })
  expect(await find()).toEqual({ model: true, workflow: true, assistant: true })
})
