// The list of servers that workflows may call, and a workflow that calls one.
import { createAllowedHost } from '@heddle/db/factories/allowed-host'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createUser } from '@heddle/db/factories/user'
import { createWorkflow } from '@heddle/db/factories/workflow'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatApp, createChatApp } from '../../../../test/chat/chat-app.ts'

const secret = 'canary-of-the-secret-header'

let app: ChatApp
let called: { url: string | undefined; key: string | string[] | undefined }[] = []
const server = createServer(({ url, headers }, response) => {
  called.push({ url, key: headers['x-key'] })
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"stock":12}')
})
let host = ''

beforeAll(async () => {
  app = await createChatApp()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await app.close()
  await new Promise((resolve) => server.close(resolve))
})

async function createSuperUser() {
  const { person, tenantId } = await app.createScene()
  const caller = await app.as(await createUser(app.db, { tenantId, role: 'S' }))
  return { person, tenantId, caller, url: `/api/v1/tenant/${tenantId}/allowed_host` }
}

describe('the list of servers', () => {
  test('shows the name of a secret header, and never its value', async () => {
    const { caller, url, tenantId } = await createSuperUser()
    const given = { host: 'API.Example.org:8443', secret_header: { name: 'X-Key', value: secret } }
    const created = await caller.post(url, { allowed_host: given })
    expect(created.json()).toMatchObject({
      allowed_host: { host: 'api.example.org:8443', allows_private: false, secret_header_name: 'X-Key', revision: 0 },
    })
    const listed = await caller.get(url)
    expect(listed.json()).toEqual({ allowed_hosts: [created.json().allowed_host] })
    const row = await app.db.allowedHost.findFirstOrThrow({ where: { tenantId } })
    const events = await app.db.auditEvent.findMany({ where: { tenantId, action: 'createAllowedHost' } })
    expect(events).toMatchObject([{ outcome: 'succeeded', after: { host: 'api.example.org:8443', secret_header: 'X-Key' } }])
    for (const text of [created.body, listed.body, JSON.stringify(events), Buffer.from(row.headerValue ?? []).toString('latin1')])
      expect(text).not.toContain(secret)
  })

  test('has each host once', async () => {
    const { caller, url } = await createSuperUser()
    await caller.post(url, { allowed_host: { host: 'api.example.org' } })
    expect((await caller.post(url, { allowed_host: { host: 'API.example.org' } })).json()).toMatchObject({
      detail: { code: 'ALLOWED_HOST_EXISTS' },
    })
  })

  test.each([
    'https://example.org',
    'example.org/a',
    '*',
    '*.org',
    'a..b',
    'user@example.org',
    'example.org:0',
    'example.org:70000',
    '-a.org',
    '',
  ])('refuses %j as a host', async (wrong) => {
    const { caller, url } = await createSuperUser()
    expect((await caller.post(url, { allowed_host: { host: wrong } })).statusCode).toBe(400)
  })

  test('keeps a header that is not named, and changes or removes one that is', async () => {
    const { caller, url, tenantId } = await createSuperUser()
    const { id } = (await caller.post(url, { allowed_host: { host: 'a.org', secret_header: { name: 'x-key', value: secret } } })).json()
      .allowed_host
    const update = (change: object) => caller.put(`${url}/${id}`, { allowed_host: change })
    const readValue = async () => (await app.db.allowedHost.findFirstOrThrow({ where: { tenantId } })).headerValue
    const before = await readValue()
    expect((await update({ revision: 0, allows_private: true })).json()).toMatchObject({
      allowed_host: { allows_private: true, secret_header_name: 'x-key', revision: 1 },
    })
    expect(await readValue()).toEqual(before)
    const current = { allows_private: true, secret_header_name: 'x-key', revision: 1 }
    expect((await update({ revision: 0, secret_header: null })).json()).toMatchObject({
      detail: { code: 'REVISION_MISMATCH', params: { current } },
    })
    expect((await update({ revision: 1, secret_header: null })).json()).toMatchObject({ allowed_host: { secret_header_name: null } })
    expect(await readValue()).toBeNull()
    expect((await caller.delete(`${url}/${id}`)).json()).toEqual({ success: true })
    expect(await app.db.allowedHost.count({ where: { tenantId } })).toBe(0)
  })
})

describe('a workflow that calls a server', () => {
  const graph = () => ({
    nodes: [
      { id: 'start', type: 'start', title: 'Start' },
      {
        id: 'call',
        type: 'http_request',
        title: 'Call',
        on_error: 'branch',
        config: { method: 'GET', url: `http://${host}/stock?q={{start.question}}`, headers: [], body: null, body_type: 'json' },
      },
      { id: 'one', type: 'answer', title: 'Answer', config: { text: 'Status {{call.status}}: {{call.object}}' } },
      { id: 'sorry', type: 'answer', title: 'Apology', config: { text: '{{call.error_code}} {{call.error_message}}' } },
    ],
    edges: [
      { source: 'start', target: 'call' },
      { source: 'call', target: 'one' },
      { source: 'call', source_handle: 'error', target: 'sorry' },
    ],
  })

  async function ask(allow: object | null) {
    const { person, tenantId, caller, url } = await createSuperUser()
    if (allow) await caller.post(url, { allowed_host: allow })
    const workflow = await createWorkflow(app.db, { tenantId, draft: graph() })
    const assistant = await createAssistant(app.db, { tenantId, workflowId: workflow.id, isPublic: true })
    const chat = await app.startChat(person, assistant.id)
    called = []
    return (await app.send(person, chat, { response_language: 'en' })).done()
  }

  test('sends the secret of the host, and reads the response', async () => {
    const { status, message } = await ask({ host, allows_private: true, secret_header: { name: 'x-key', value: secret } })
    expect({ status, content: message.content }).toEqual({ status: 'completed', content: 'Status 200: {"stock":12}' })
    expect(called).toEqual([{ url: expect.stringMatching(/^\/stock\?q=/), key: secret }])
    expect(JSON.stringify(message)).not.toContain(secret)
  })

  test.each([
    ['is not on the list', null],
    ['is not allowed to be private', { host: () => host }],
  ])('does not reach one that %s', async (_name, allow) => {
    const { status, message } = await ask(allow && { host: allow.host() })
    expect(status).toBe('completed')
    expect(message.content).toMatch(/^WORKFLOW_HTTP_FORBIDDEN /)
    expect(message.content).not.toContain('127.0.0.1')
    expect(called).toEqual([])
  })

  test('does not use the list of another tenant', async () => {
    await createAllowedHost(app.db, { host, allowsPrivate: true })
    expect((await ask(null)).message.content).toMatch(/^WORKFLOW_HTTP_FORBIDDEN /)
    expect(called).toEqual([])
  })
})
