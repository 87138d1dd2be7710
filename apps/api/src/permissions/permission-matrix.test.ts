// Who may do what, route by route, as data: permission-matrix.json says it, and every line of it is asked over HTTP.
import { randomUUID } from 'node:crypto'
import { type EndpointName, endpoints } from '@heddle/contracts/endpoints'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createChat, createMessage } from '@heddle/db/factories/chat'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { createModel } from '@heddle/db/factories/model'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { createDemoModel, type DemoModel } from '@heddle/demo-model/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createModelClient } from '../models/model-client.ts'
import { type Caller, createTestApp, type TestApp } from '../testing/test-app.ts'
import matrix from './permission-matrix.json' with { type: 'json' }

const actorNames = matrix.actors as readonly ActorName[]
type ActorName = 'S' | 'A' | 'owner' | 'member' | 'colleague' | 'outsider'

type Things<Expected> = Record<string, Expected>
const routes = matrix.routes as Record<string, Things<number | number[]>>

const rows = Object.entries(routes).flatMap(([route, things]) =>
  Object.entries(things).map(([thing, expected]) => ({ route: route as EndpointName, thing, expected })),
)
/** One status for everybody: there is no session. */
const openRows = rows.flatMap(({ expected, ...row }) => (typeof expected === 'number' ? [{ ...row, status: expected }] : []))
/** A status for each actor. */
const guardedRows = rows.flatMap(({ expected, ...row }) => (typeof expected === 'number' ? [] : [{ ...row, statuses: expected }]))

let demo: DemoModel
let api: TestApp
let world: Awaited<ReturnType<typeof arrange>>
beforeAll(async () => {
  demo = await createDemoModel({ tps: 0, tokens: 5, latency: 0 })
  api = await createTestApp({ models: createModelClient({ baseUrl: demo.url, apiKey: undefined }) })
  world = await arrange()
})
afterAll(async () => {
  await api.close()
  await demo.close()
})

async function arrange() {
  const { db } = api
  const [{ id: tenantId }, { id: otherTenantId }] = [await createTenant(db), await createTenant(db)]
  for (const id of [tenantId, otherTenantId]) await createModel(db, { tenantId: id, name: 'demo', isDefault: true })
  const { id: groupId } = await createGroup(db, { tenantId })
  const users = {
    S: await createUser(db, { tenantId, role: 'S' }),
    A: await createUser(db, { tenantId, role: 'A' }),
    owner: await createUser(db, { tenantId }),
    member: await createUser(db, { tenantId }),
    colleague: await createUser(db, { tenantId }),
    // A super user, and still nobody here.
    outsider: await createUser(db, { tenantId: otherTenantId, role: 'S' }),
  }
  await createMembership(db, { groupId, userId: users.owner.id, role: 'O' })
  await createMembership(db, { groupId, userId: users.member.id })
  const callers = {} as Record<ActorName, Caller>
  for (const name of actorNames) callers[name] = await api.as(users[name])
  return {
    users,
    callers,
    /** Whose things the others ask for: in the group, like the owner and the member. */
    another: await createUser(db, { tenantId }),
    assistants: {
      public: await createAssistant(db, { tenantId, groupId, isPublic: true }),
      private: await createAssistant(db, { tenantId, groupId }),
    },
  }
}

/** The id of a thing that nobody has changed yet. */
async function makeThing(thing: string, actor: ActorName): Promise<string> {
  if (thing === 'public assistant') return world.assistants.public.id
  if (thing === 'private assistant') return world.assistants.private.id
  if (!thing.includes('chat')) return randomUUID()
  const ownerId = thing === 'own chat' ? world.users[actor].id : world.another.id
  const chat = await createChat(api.db, { ownerId, explicitlyPublic: thing.startsWith('shared') })
  await createMessage(api.db, { chatId: chat.id })
  await createMessage(api.db, { chatId: chat.id, role: 'assistant', status: 'completed' })
  return chat.id
}

/** What a call of the route says beyond the address. */
function bodyOf(route: EndpointName, thing: string, id: string): object | undefined {
  switch (route) {
    case 'login':
      return { email: `${randomUUID()}@heddle.test`, password: 'whatever it is' }
    case 'refreshToken':
    case 'logout':
      return { refresh_token: 'made-up' }
    case 'addFavoriteAssistant':
      return { assistant_id: id }
    case 'replaceFavoriteAssistants':
      return { assistant_ids: [id] }
    case 'createChat':
      return { chat: { assistant_id: id } }
    case 'shareChat':
      return { explicitly_public: !thing.endsWith('to take back') }
    case 'sendMessage':
      return { content: 'How strong is hemp?', client_message_id: randomUUID(), version: 0 }
    case 'setChatTitle':
      return { name: 'Hemp' }
    default:
      return endpoints[route].method === 'POST' ? {} : undefined
  }
}

function call(route: EndpointName, thing: string, id: string, headers: Record<string, string> = {}) {
  const { method, url } = endpoints[route]
  const payload = bodyOf(route, thing, id)
  return api.app.inject({ method, url: url.replace(/:\w+/, id), headers, ...(payload && { payload }) })
}

describe('the matrix', () => {
  test('covers every endpoint, and none that does not exist', () => {
    expect(Object.keys(matrix.routes).toSorted()).toEqual(Object.keys(endpoints).toSorted())
  })

  test('says for every actor what a route with a session answers', () => {
    const isPublic = ({ route }: { route: EndpointName }) => endpoints[route].config.policy === 'public'
    expect(openRows.filter((row) => !isPublic(row))).toEqual([])
    expect(guardedRows.filter((row) => isPublic(row) || row.statuses.length !== actorNames.length)).toEqual([])
  })
})

describe.each(openRows)('$route of $thing', ({ route, thing, status }) => {
  test(`answers ${status} to anyone`, async () => {
    for (const headers of [{}, world.callers.member.headers]) {
      expect((await call(route, thing, randomUUID(), headers)).statusCode).toBe(status)
    }
  })
})

describe.each(guardedRows)('$route of $thing', ({ route, thing, statuses }) => {
  test('is refused without a session', async () => {
    const answer = await call(route, thing, await makeThing(thing, 'member'))
    expect([answer.statusCode, answer.json()]).toMatchObject([401, { detail: { code: 'AUTH_REQUIRED' } }])
  })

  const expectations = actorNames.map((actor, index) => ({ actor, status: statuses[index] ?? 0 }))

  test.each(expectations)('answers $status to $actor', async ({ actor, status }) => {
    const { headers } = world.callers[actor]
    const answer = await call(route, thing, await makeThing(thing, actor), headers)
    expect([answer.statusCode, answer.body]).toEqual([status, answer.body])
  })
})

const hiddenRows = guardedRows.filter(({ statuses }) => statuses.includes(404))

describe.each(hiddenRows)('$route of $thing', ({ route, thing, statuses }) => {
  test('cannot be told from nothing by who may not know of it', async () => {
    for (const actor of actorNames.filter((_name, index) => statuses[index] === 404)) {
      const { headers } = world.callers[actor]
      const [hidden, unknown] = [
        await call(route, thing, await makeThing(thing, actor), headers),
        await call(route, thing, randomUUID(), headers),
      ]
      expect([hidden.statusCode, hidden.body]).toEqual([unknown.statusCode, unknown.body])
    }
  })
})
