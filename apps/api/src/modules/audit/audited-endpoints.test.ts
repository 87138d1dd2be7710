// Each audited call of groups, assistants, tenants and the log itself, once: what the log says of it.
import type { AuditEvent } from '@heddle/contracts/audit/audit'
import type { Endpoint } from '@heddle/contracts/endpoint'
import { endpoints } from '@heddle/contracts/endpoint-list'
import { createAllowedHost } from '@heddle/db/factories/allowed-host'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { createWorkflow } from '@heddle/db/factories/workflow'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, createTestApp, type TestApp } from '../../../test/application/test-app.ts'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

const password = 'never to be written down'

type Told = Pick<AuditEvent, 'before' | 'after'> & { target: { type: string; id: string } | null }
type Call = (caller: Caller) => Promise<{ answer: Awaited<ReturnType<Caller['get']>>; told: Told }>

const calls: Record<string, Call> = {
  async createGroup(caller) {
    const answer = await caller.post('/api/v1/group', { group: { name: 'Silk', description: 'Worms' } })
    const { id } = answer.json<{ group: { id: string } }>().group
    const after = { name: { default: 'Silk' }, description: { default: 'Worms' } }
    return { answer, told: { target: { type: 'group', id }, before: null, after } }
  },
  async updateGroup(caller) {
    const { id } = await createGroup(api.db, { tenantId: caller.user.tenantId, name: { default: 'Silk' } })
    const answer = await caller.put(`/api/v1/group/${id}`, { group: { name: 'Wool', description: '', revision: 0 } })
    return { answer, told: { target: { type: 'group', id }, before: { name: { default: 'Silk' } }, after: { name: { default: 'Wool' } } } }
  },
  async deleteGroup(caller) {
    const { tenantId } = caller.user
    const { id } = await createGroup(api.db, { tenantId, name: { default: 'Silk' } })
    const heir = await createGroup(api.db, { tenantId })
    await createAssistant(api.db, { tenantId, groupId: id })
    const answer = await caller.delete(`/api/v1/group/${id}?move_to=${heir.id}`)
    const before = { name: { default: 'Silk' }, description: { default: '' }, assets_moved_to: null }
    return { answer, told: { target: { type: 'group', id }, before, after: { name: null, description: null, assets_moved_to: heir.id } } }
  },
  async putGroupMember(caller) {
    const { tenantId } = caller.user
    const { groupId: id, userId } = await createMembership(api.db, { groupId: (await createGroup(api.db, { tenantId })).id })
    const { name } = await api.db.user.findUniqueOrThrow({ where: { id: userId } })
    const answer = await caller.put(`/api/v1/group/${id}/user/${userId}`, { role: 'O' })
    const member = (role: string) => ({ member: { id: userId, name, role } })
    return { answer, told: { target: { type: 'group', id }, before: member('U'), after: member('O') } }
  },
  async removeGroupMember(caller) {
    const { tenantId } = caller.user
    const { groupId: id, userId } = await createMembership(api.db, { groupId: (await createGroup(api.db, { tenantId })).id })
    const { name } = await api.db.user.findUniqueOrThrow({ where: { id: userId } })
    const answer = await caller.delete(`/api/v1/group/${id}/user/${userId}`)
    return { answer, told: { target: { type: 'group', id }, before: { member: { id: userId, name, role: 'U' } }, after: null } }
  },
  async createAssistant(caller) {
    const { tenantId } = caller.user
    const group = await createGroup(api.db, { tenantId, name: { default: 'Silk' } })
    const workflow = await createWorkflow(api.db, { tenantId, name: { default: 'Plain' } })
    const answer = await caller.post('/api/v1/assistant', { assistant: { name: 'Weaver', workflow_id: workflow.id, group_id: group.id } })
    const { id } = answer.json<{ assistant: { id: string } }>().assistant
    const after = {
      name: { default: 'Weaver' },
      description: { default: '' },
      workflow: { id: workflow.id, name: { default: 'Plain' } },
      group: { id: group.id, name: { default: 'Silk' } },
      is_public: false,
      recommended_questions: [],
      user_prompt: '',
    }
    return { answer, told: { target: { type: 'assistant', id }, before: null, after } }
  },
  async updateAssistant(caller) {
    const { id } = await createAssistant(api.db, { tenantId: caller.user.tenantId, name: { default: 'Weaver' } })
    const picture = `data:image/png;base64,iVBORw0KGgo${'A'.repeat(400)}`
    const answer = await caller.put(`/api/v1/assistant/${id}`, { assistant: { name: 'Spinner', picture, revision: 0 } })
    const after = { name: { default: 'Spinner' }, picture: expect.stringMatching(/^sha256:[0-9a-f]{16}$/) }
    const told = { before: { name: { default: 'Weaver' }, picture: null }, after }
    return { answer, told: { target: { type: 'assistant', id }, ...told } }
  },
  async deleteAssistant(caller) {
    const { tenantId } = caller.user
    const group = await createGroup(api.db, { tenantId, name: { default: 'Silk' } })
    const workflow = await createWorkflow(api.db, { tenantId, name: { default: 'Plain' } })
    const { id } = await createAssistant(api.db, { tenantId, groupId: group.id, workflowId: workflow.id, name: { default: 'Weaver' } })
    const answer = await caller.delete(`/api/v1/assistant/${id}`)
    const before = {
      name: { default: 'Weaver' },
      description: { default: '' },
      workflow: { id: workflow.id, name: { default: 'Plain' } },
      group: { id: group.id, name: { default: 'Silk' } },
      is_public: false,
      recommended_questions: [],
      user_prompt: '',
    }
    return { answer, told: { target: { type: 'assistant', id }, before, after: null } }
  },
  async createTenant(caller) {
    const administrator = { email: 'first@audited.test', account: 'first', password }
    const answer = await caller.post('/api/v1/tenant', { tenant: { name: 'Dyes' }, administrator })
    const { id } = answer.json<{ tenant: { id: string } }>().tenant
    const after = expect.objectContaining({ name: { default: 'Dyes' }, administrator: { email: 'first@audited.test', account: 'first' } })
    return { answer, told: { target: { type: 'tenant', id }, before: null, after } }
  },
  async updateTenant(caller) {
    const { id } = await createTenant(api.db, { name: { default: 'Dyes' } })
    const logo = `data:image/png;base64,iVBORw0KGgo${'A'.repeat(400)}`
    const answer = await caller.put(`/api/v1/tenant/${id}`, { tenant: { name: 'Dyes', product_name: 'Vat', logo, revision: 0 } })
    const after = { product_name: 'Vat', logo: expect.stringMatching(/^sha256:[0-9a-f]{16}$/) }
    return { answer, told: { target: { type: 'tenant', id }, before: { product_name: null, logo: null }, after } }
  },
  async deleteTenant(caller) {
    const { id } = await createTenant(api.db, { name: { default: 'Dyes' } })
    const answer = await caller.delete(`/api/v1/tenant/${id}`)
    return { answer, told: { target: { type: 'tenant', id }, before: expect.objectContaining({ name: { default: 'Dyes' } }), after: null } }
  },
  async createAllowedHost(caller) {
    const { tenantId: id } = caller.user
    const secret_header = { name: 'x-api-key', value: password }
    const answer = await caller.post(`/api/v1/tenant/${id}/allowed_host`, { allowed_host: { host: 'looms.example.org', secret_header } })
    const after = { host: 'looms.example.org', allows_private: false, secret_header: 'x-api-key' }
    return { answer, told: { target: { type: 'tenant', id }, before: null, after } }
  },
  async updateAllowedHost(caller) {
    const { tenantId: id } = caller.user
    const host = await createAllowedHost(api.db, { tenantId: id })
    const secret_header = { name: 'x-api-key', value: password }
    const answer = await caller.put(`/api/v1/tenant/${id}/allowed_host/${host.id}`, { allowed_host: { secret_header, revision: 0 } })
    const told = { before: { secret_header: null }, after: { secret_header: 'x-api-key (new value)' } }
    return { answer, told: { target: { type: 'tenant', id }, ...told } }
  },
  async deleteAllowedHost(caller) {
    const { tenantId: id } = caller.user
    const host = await createAllowedHost(api.db, { tenantId: id, host: 'looms.example.org' })
    const answer = await caller.delete(`/api/v1/tenant/${id}/allowed_host/${host.id}`)
    const before = { host: 'looms.example.org', allows_private: false }
    return { answer, told: { target: { type: 'tenant', id }, before, after: null } }
  },
  async exportAudit(caller) {
    const answer = await caller.get('/api/v1/audit/export?outcome=failed')
    return { answer, told: { target: null, before: null, after: { outcome: 'failed' } } }
  },
}

const audited = Object.entries<Endpoint>(endpoints).filter(([, { config }]) => config.audited === true)
const ofThese = audited.filter(([, { url }]) => /^\/api\/v1\/(?:group|assistant|tenant|audit)(?:\/|$)/.test(url))

test('no audited endpoint of groups, assistants, tenants and the log is forgotten here', () => {
  expect(Object.keys(calls).toSorted()).toEqual(ofThese.map(([name]) => name).toSorted())
})

test.each(Object.entries(calls))('%s leaves one event, with what changed and without a secret', async (action, call) => {
  const { id: tenantId } = await createTenant(api.db)
  const caller = await api.as(await createUser(api.db, { tenantId, role: 'S' }))
  const { answer, told } = await call(caller)
  expect(answer.statusCode).toBe(200)
  const events = await api.db.auditEvent.findMany({ where: { actorId: caller.user.id } })
  expect(events).toHaveLength(1)
  const [event] = events
  expect(event).toMatchObject({ action, tenantId, outcome: 'succeeded', errorCode: null, address: '127.0.0.1' })
  expect(
    event && { target: event.targetType && { type: event.targetType, id: event.targetId }, before: event.before, after: event.after },
  ).toEqual(told)
  expect(JSON.stringify(events)).not.toMatch(new RegExp(`${password}|argon2|Bearer|${caller.token}`))
})
