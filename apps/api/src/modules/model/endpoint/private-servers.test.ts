// Where several tenants have administrators, none of them learns by a model endpoint what listens in the network of the site.
import { createTenant } from '@heddle/db/factories/tenant'
import { createModelEndpoint } from '@heddle/db/factories/model'
import { createUser } from '@heddle/db/factories/user'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/application/test-app.ts'

let api: TestApp
let server: Server
let port: number
/** Connections to the model server on this machine, whatever they ask for. */
let connections = 0

beforeAll(async () => {
  server = createServer((_request, response) => response.end(JSON.stringify({ data: [{ id: 'loom-1' }] })))
  server.on('connection', () => (connections += 1))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
  api = await createTestApp({ config: { privateModelServers: 'listed' }, modelUrl: `http://127.0.0.1:${port}/v1` })
})
afterAll(async () => {
  await api.close()
  server.closeAllConnections()
  server.close()
})

type Caller = Awaited<ReturnType<typeof addAdministrator>>

async function addAdministrator(role: 'A' | 'S' = 'A') {
  const { id: tenantId } = await createTenant(api.db)
  return api.as(await createUser(api.db, { tenantId, role }))
}

const connect = ({ post }: Caller, baseUrl: string) =>
  post('/api/v1/model/endpoint', { endpoint: { name: `Server ${crypto.randomUUID()}`, base_url: baseUrl } })
/** As the list was saved, whatever became of the rule since. */
const save = ({ user: { tenantId } }: Caller, baseUrl: string, isFromEnvironment = false) =>
  createModelEndpoint(api.db, { tenantId, baseUrl, isFromEnvironment })
const listModels = ({ get }: Caller, { id }: { readonly id: string }) => get(`/api/v1/model/endpoint/${id}/upstream`)

const refused = { detail: { code: 'MODEL_ADDRESS_REFUSED', params: { reason: 'private_network' } } }

beforeEach(async () => {
  await api.db.user.updateMany({ data: { status: 'disabled' } })
  connections = 0
})

test('a model server in the private network is called when one tenant has administrators', async () => {
  const only = await addAdministrator()
  await createUser(api.db, { tenantId: (await createTenant(api.db)).id })
  for (const host of ['127.0.0.1', 'localhost']) {
    const created = await connect(only, `http://${host}:${port}/v1`)
    expect(created.statusCode).toBe(200)
    expect((await listModels(only, created.json().endpoint)).json()).toMatchObject({ models: [{ upstream_name: 'loom-1' }] })
  }
})

describe('when two tenants have administrators, a model server in the private network', () => {
  const addresses = () => [
    `http://127.0.0.1:${port}/v1`,
    'http://127.0.0.1:9/v1',
    `http://localhost:${port}/v1`,
    `http://[::1]:${port}/v1`,
    `http://[::ffff:127.0.0.1]:${port}/v1`,
    'http://10.1.2.3/v1',
    'http://0.0.0.0/v1',
  ]

  test('is neither saved nor called, with one answer for an open port and a closed one', async () => {
    const [one] = [await addAdministrator(), await addAdministrator()]
    const answers = []
    for (const address of addresses()) answers.push(await connect(one, address), await listModels(one, await save(one, address)))
    for (const answer of answers) expect([answer.statusCode, answer.json()]).toMatchObject([400, refused])
    expect(new Set(answers.map((answer) => answer.json().detail.message)).size).toBe(1)
    expect(connections).toBe(0)
  })

  test('is not where a server can be moved', async () => {
    const [one] = [await addAdministrator(), await addAdministrator()]
    const { id, revision } = await save(one, 'https://models.example.org/v1')
    const moved = await one.put(`/api/v1/model/endpoint/${id}`, { endpoint: { base_url: `http://127.0.0.1:${port}/v1` }, revision })
    expect([moved.statusCode, moved.json()]).toMatchObject([400, refused])
  })

  test('is called once a super user has allowed its host and port, with private addresses', async () => {
    const [one, operator] = [await addAdministrator(), await addAdministrator('S')]
    const url = `/api/v1/tenant/${one.user.tenantId}/allowed_host`
    const endpoint = await save(one, `http://127.0.0.1:${port}/v1`)
    const allowed = await operator.post(url, { allowed_host: { host: `127.0.0.1:${port}` } })
    expect((await listModels(one, endpoint)).json()).toMatchObject(refused)
    const { id, revision } = allowed.json().allowed_host
    const changed = await operator.put(`${url}/${id}`, { allowed_host: { allows_private: true, revision } })
    expect(changed.statusCode).toBe(200)
    expect((await listModels(one, endpoint)).statusCode).toBe(200)
    expect((await connect(one, `http://127.0.0.1:${port}/v1`)).statusCode).toBe(200)
    expect((await connect(one, 'http://127.0.0.1:9/v1')).json()).toMatchObject(refused)
    expect((await listModels(operator, await save(operator, `http://127.0.0.1:${port}/v1`))).json()).toMatchObject(refused)
  })

  test('is called when it is the one of MODEL_BASE_URL', async () => {
    const [one] = [await addAdministrator(), await addAdministrator()]
    expect((await listModels(one, await save(one, 'http://127.0.0.1:9/v1', true))).statusCode).toBe(200)
  })
})
