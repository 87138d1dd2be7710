// Who may do what, route by route, as data: permission-matrix.json says it, and it is asked over HTTP. Whom the policy of a route refuses
// whatever the thing is asks about one thing.
import { type EndpointName, endpoints } from '@heddle/contracts/endpoint-list'
import { Permission, rolesWith } from '@heddle/contracts/permissions'
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
const count = openRows.length * 2 + cases.length + withoutRight.length
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

type Refusal = { readonly detail?: { readonly code: string } }

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

  test('refuses users without a role whatever they ask about, where the policy of the route is for roles', () => {
    const ofUsers = cases.filter(({ route, actor }) => isForRoles(route) && withoutRole.some((one) => one === actor))
    expect(ofUsers.length).toBeGreaterThan(100)
    expect(ofUsers.filter(({ status }) => status !== 403)).toEqual([])
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

test.each(openRows)('$route of $thing answers $status to everybody, signed in or not', async ({ route, thing, status }) => {
  for (const isSignedIn of [false, true]) {
    const actor = await world.takeActor('member')
    const target = await makeThing(world, thing, actor)
    const answer = await callAbout(world, { route, thing }, target, isSignedIn ? actor.headers : {})
    expect([isSignedIn, answer.statusCode, answer.body]).toEqual([isSignedIn, status, answer.body])
  }
})

const withoutRole = ['owner', 'member', 'colleague'] as const satisfies MatrixActor['name'][]

/** Whether the policy of a route refuses users without a role, before a thing is looked for. */
function isForRoles(route: EndpointName) {
  const permission = Permission.safeParse(getPolicy(route))
  return permission.success && !rolesWith[permission.data].includes('U')
}

/** Those whose answer the thing can change: who is refused whatever it is asks about one thing of the route alone. */
const listAskers = (row: (typeof guardedRows)[number]) =>
  actorNames.filter((name) => guardedRoutes.includes(row) || !isForRoles(row.route) || !withoutRole.some((one) => one === name))

/** What each actor is told by each route of something that does not exist. */
const toldOfNothing = new Map<string, Set<string>>()

/** Whether an answer is one that the actor gets about something that does not exist. */
async function isOfNothing({ route, thing }: (typeof guardedRows)[number], { actor, target }: Arrangement, body: string) {
  const key = JSON.stringify([route, actor.name, target.about])
  const told = toldOfNothing.get(key) ?? new Set()
  toldOfNothing.set(key, told)
  if (told.has(body)) return true
  const unknown = await callAbout(world, { route, thing }, unknownTwin(target), actor.headers)
  if (unknown.statusCode === 404) told.add(unknown.body)
  return told.has(body)
}

/** What is not as the matrix says when one actor asks: the status, or an answer that tells what is hidden from what does not exist. */
async function findFaults(row: (typeof guardedRows)[number], name: MatrixActor['name']): Promise<string[]> {
  const { route, thing, statuses } = row
  const status = statuses[actorNames.indexOf(name)] ?? 0
  const arrangement = await (leavesUnchanged(route, status) ? arrangeKept : arrangeNew)(thing, name)
  const { statusCode, body } = await callAbout(world, { route, thing }, arrangement.target, arrangement.actor.headers)
  if (statusCode !== status) return [`${name} is answered ${statusCode} in place of ${status}: ${body}`]
  if (status !== 404 || (await isOfNothing(row, arrangement, body))) return []
  return [`${name} can tell it from nothing: ${body}`]
}

test.each(guardedRows)('$route of $thing answers $statuses, and what is 404 cannot be told from nothing', async (row) => {
  const faults: string[] = []
  for (const name of listAskers(row)) faults.push(...(await findFaults(row, name)))
  expect(faults).toEqual([])
})

test.each(guardedRoutes)('$route is refused without a session, and to a super user who may not sign in', async ({ route, thing }) => {
  const withoutSession = await callAbout(world, { route, thing }, (await arrangeKept(thing, 'S')).target)
  const answers = [['without a session', withoutSession.statusCode, withoutSession.json<Refusal>().detail?.code]]
  for (const shutOutUser of listRefusals(route)) {
    const { actor, target } = await arrangeKept(thing, 'S', shutOutUser)
    const answer = await callAbout(world, { route, thing }, target, actor.headers)
    answers.push([shutOutUser.exclusion, answer.statusCode, answer.json<Refusal>().detail?.code])
  }
  const refusals = listRefusals(route).map(({ exclusion, refusal }) => [exclusion, ...refusal])
  expect(answers).toEqual([['without a session', 401, 'AUTH_REQUIRED'], ...refusals])
})
