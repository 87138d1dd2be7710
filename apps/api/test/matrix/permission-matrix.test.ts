// Who may do what, route by route, as data: permission-matrix.json says it, and every line of it is asked over HTTP.
import { type EndpointName, endpoints } from '@heddle/contracts/endpoint-list'
import { createDemoModel, type DemoModel } from '@heddle/demo-model/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callAbout } from './requests.ts'
import type { Target } from './part.ts'
import { isThing, makeThing, unknownTwin } from './things.ts'
import { actorNames, createMatrixWorld, type MatrixActor, type MatrixWorld } from './world.ts'
import { createTestApp, type TestApp } from '../application/test-app.ts'
import matrix from './permission-matrix.json' with { type: 'json' }

const rows = Object.entries(matrix.routes as Record<string, Record<string, number | number[]>>).flatMap(([route, things]) =>
  Object.entries(things).map(([thing, expected]) => ({ route: route as EndpointName, thing, expected })),
)
/** One status for everybody: there is no session. */
const openRows = rows.flatMap(({ expected, ...row }) => (typeof expected === 'number' ? [{ ...row, status: expected }] : []))
/** A status for each actor. */
const guardedRows = rows.flatMap(({ expected, ...row }) => (typeof expected === 'number' ? [] : [{ ...row, statuses: expected }]))

const cases = guardedRows.flatMap(({ statuses, ...row }) =>
  actorNames.map((actor, index) => ({ ...row, actor, status: statuses[index] ?? 0 })),
)
const hiddenCases = cases.filter(({ status }) => status === 404)

/** Returns a function that has `arrange` done at its first call, for the tests of one case. */
function once<T>(arrange: () => Promise<T>): () => Promise<T> {
  let arranged: Promise<T> | undefined
  return () => (arranged ??= arrange())
}

/** Whether a call leaves its caller and its target as they were: one that is refused, or reads. */
const leavesUnchanged = (route: EndpointName, status: number) =>
  [401, 403, 404].includes(status) || (status === 200 && endpoints[route].method === 'GET')

/** A user who may not sign in is refused everywhere, whatever the role. */
const shutOut = [
  { exclusion: 'whose user is disabled', overrides: { status: 'disabled' as const }, refusal: [401, 'AUTH_SESSION_ENDED'] },
  { exclusion: 'whose user is deleted', overrides: { status: 'deleted' as const }, refusal: [401, 'AUTH_SESSION_ENDED'] },
  {
    exclusion: 'who has to change the password',
    overrides: { status: 'active' as const, mustChangePassword: true },
    refusal: [403, 'AUTH_PASSWORD_CHANGE_REQUIRED'],
  },
]
const getPolicy = (route: EndpointName) => endpoints[route].config.policy
const listRefusals = (route: EndpointName) =>
  shutOut.filter(({ refusal: [status] }) => status === 401 || getPolicy(route) !== 'own_session')

/** One row of each route with a session: who is refused before a thing is looked for is refused whatever it is. */
const guardedRoutes = [...new Map(guardedRows.map((row) => [row.route, row])).values()]
const withoutRight = guardedRoutes.flatMap(({ route }) => ['without a session', ...listRefusals(route)])
const count = openRows.length * 2 + cases.length + hiddenCases.length + withoutRight.length
process.stdout.write(`The permission matrix has ${count} cases for ${Object.keys(matrix.routes).length} routes.\n`)

let demo: DemoModel
let api: TestApp
let world: MatrixWorld
beforeAll(async () => {
  demo = await createDemoModel({ tps: 0, tokens: 5, latency: 0 })
  api = await createTestApp({ modelUrl: demo.url })
  world = await createMatrixWorld(api)
})
afterAll(async () => {
  await api.close()
  await demo.close()
})

type Arrangement = { readonly actor: MatrixActor; readonly target: Target }

async function arrangeNew(thing: string, name: MatrixActor['name']): Promise<Arrangement> {
  const actor = await world.takeActor(name)
  return { actor, target: await makeThing(world, thing, actor) }
}

const kept = new Map<string, () => Promise<Arrangement>>()

/** Returns the same actor and target for each call about such a thing that leaves both as they were. */
function arrangeKept(thing: string, name: MatrixActor['name'], exclusion?: (typeof shutOut)[number]): Promise<Arrangement> {
  const key = JSON.stringify([thing, name, exclusion?.exclusion])
  const arrange =
    kept.get(key) ??
    once(async () => {
      const arrangement = await arrangeNew(thing, name)
      if (exclusion) await world.db.user.update({ where: { id: arrangement.actor.user.id }, data: exclusion.overrides })
      return arrangement
    })
  kept.set(key, arrange)
  return arrange()
}

describe(`the matrix of ${count} cases`, () => {
  test('covers every endpoint, and none that does not exist', () => {
    expect(Object.keys(matrix.routes).toSorted()).toEqual(Object.keys(endpoints).toSorted())
  })

  test('knows every thing and every actor that it names', () => {
    expect(rows.map(({ thing }) => thing).filter((thing) => !isThing(thing))).toEqual([])
    expect(matrix.actors).toEqual(actorNames)
  })

  test('says for every actor what a route with a session answers', () => {
    const isPublic = ({ route }: { route: EndpointName }) => getPolicy(route) === 'public'
    expect(openRows.filter((row) => !isPublic(row))).toEqual([])
    expect(guardedRows.filter((row) => isPublic(row) || row.statuses.length !== actorNames.length)).toEqual([])
  })

  test('has a line about another tenant for every route that names one thing', () => {
    const namesOne = Object.keys(endpoints).filter(
      (name) => getPolicy(name as EndpointName) !== 'public' && endpoints[name as EndpointName].url.includes('/:id'),
    )
    const outside = (route: string) =>
      cases.filter((row) => row.route === route && (row.actor === 'outsider' || row.thing.includes('another tenant')))
    expect(namesOne.filter((route) => outside(route).length === 0)).toEqual([])
  })
})

describe.each(openRows)('$route of $thing', ({ route, thing, status }) => {
  test.each(['anonymous', 'signed in'])(`answers ${status} to %s`, async (who) => {
    const actor = await world.takeActor('member')
    const target = await makeThing(world, thing, actor)
    const answer = await callAbout(world, { route, thing }, target, who === 'signed in' ? actor.headers : {})
    expect([answer.statusCode, answer.body]).toEqual([status, answer.body])
  })
})

describe.each(cases)('$route of $thing, asked by $actor', ({ route, thing, actor: name, status }) => {
  const ask = once(async () => {
    const { actor, target } = await (leavesUnchanged(route, status) ? arrangeKept : arrangeNew)(thing, name)
    return { actor, target, answer: await callAbout(world, { route, thing }, target, actor.headers) }
  })

  test(`is ${status}`, async () => {
    const { answer } = await ask()
    expect([answer.statusCode, answer.body]).toEqual([status, answer.body])
  })

  test.each(status === 404 ? ['nothing'] : [])('cannot be told from %s', async () => {
    const { actor, target, answer } = await ask()
    const unknown = await callAbout(world, { route, thing }, unknownTwin(target), actor.headers)
    expect([answer.statusCode, answer.body]).toEqual([404, unknown.body])
    expect(unknown.statusCode).toBe(404)
  })
})

describe.each(guardedRoutes)('$route', ({ route, thing }) => {
  test('is refused without a session', async () => {
    const answer = await callAbout(world, { route, thing }, (await arrangeKept(thing, 'S')).target)
    expect([answer.statusCode, answer.json()]).toMatchObject([401, { detail: { code: 'AUTH_REQUIRED' } }])
  })

  test.each(listRefusals(route))('is refused to a super user $exclusion', async (shutOutUser) => {
    const { actor, target } = await arrangeKept(thing, 'S', shutOutUser)
    const [status, code] = shutOutUser.refusal
    const answer = await callAbout(world, { route, thing }, target, actor.headers)
    expect([answer.statusCode, answer.json()]).toMatchObject([status, { detail: { code } }])
  })
})
