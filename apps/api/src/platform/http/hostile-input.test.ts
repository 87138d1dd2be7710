// Nothing that a body can say beyond its contract is taken, and nothing in it makes the service fail. Generated from the
// contracts: each endpoint with a body is called with a valid one in which one thing is wrong.
import { type EndpointName, endpoints } from '@heddle/contracts/endpoint-list'
import { createDemoModel, type DemoModel } from '@heddle/demo-model/server'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Change,
  endpointsWithBody,
  isObject,
  type JsonObject,
  listPositions,
  propertiesAt,
  schemasAt,
} from '../../../test/matrix/body-parts.ts'
import { type Answer, type Answered, arrangeBody, told } from '../../../test/matrix/changed-body.ts'
import { urlOf } from '../../../test/matrix/requests.ts'
import { createMatrixWorld, type MatrixWorld } from '../../../test/matrix/world.ts'
import { createTestApp, type TestApp } from '../../../test/application/test-app.ts'
import { openWire, type Wire } from '../../../test/application/wire.ts'

const foreignFields: JsonObject = {
  id: randomUUID(),
  tenant_id: randomUUID(),
  tenantId: randomUUID(),
  owner_id: randomUUID(),
  user_id: randomUUID(),
  role: 'S',
  status: 'active',
  created_at: '2020-01-01T00:00:00.000Z',
  updated_at: '2020-01-01T00:00:00.000Z',
  revision: 0,
  token_version: 0,
  tokenVersion: 0,
  password_hash: 'x',
  passwordHash: 'x',
  must_change_password: false,
  permissions: ['manage_tenants'],
  is_public: true,
}
/** Refused before the rest of the body is looked at. */
const prototypeField: JsonObject = { constructor: { prototype: { role: 'S' } } }

/** None of them is a text. */
const wrongTypes: unknown[] = [{}, [], ['a'], 7, true, { $ne: null }, { toString: 'x' }, { length: 3 }]

const deep = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as unknown

const hostileValues: unknown[] = [
  'a\0b',
  '\u{d800}',
  'a\u{dc00}b',
  'x'.repeat(40_000),
  '',
  ' \u{feff}\u{202e}\u{0}',
  '\'; DROP TABLE "user"; --',
  '%_\\',
  '{{constructor}}',
  Number.MAX_SAFE_INTEGER,
  -1,
  1e308,
  0.5,
  null,
  deep(2_000),
  Array.from({ length: 1_000 }, () => randomUUID()),
]

let demo: DemoModel
let api: TestApp
let wire: Wire
let world: MatrixWorld
beforeAll(async () => {
  demo = await createDemoModel({ tps: 0, tokens: 2, latency: 0 })
  api = await createTestApp({ modelUrl: demo.url })
  wire = await openWire(api.app)
  world = await createMatrixWorld(api)
})
afterAll(async () => {
  await api.close()
  await demo.close()
})

const isBadRequest = ({ status, detail }: Answer) => status === 400 && detail?.code === 'BAD_REQUEST'

const isNamed = (answer: Answer) => isBadRequest(answer) && (answer.detail?.params?.fields?.length ?? 0) > 0

/** Sends bodies that `inject` would not. */
async function sendTexts({ actor, target }: Awaited<ReturnType<typeof arrangeBody>>, route: EndpointName, bodies: readonly string[]) {
  const statuses: number[] = []
  for (const payload of bodies) {
    const method = endpoints[route].method.toLowerCase() as 'post' | 'put'
    const response = await wire[method](urlOf(route, target)).set(actor.headers).type('json').send(payload)
    statuses.push(response.status)
  }
  return statuses
}

// That each change is refused alone is the contract's to say, by which the route checks: they are sent together.
describe.each(endpointsWithBody.map((endpoint, index) => ({ ...endpoint, index })))('$route', ({ index, ...endpoint }) => {
  const { route, json } = endpoint
  let calls: Awaited<ReturnType<typeof arrangeBody>>
  beforeAll(async () => void (calls = await arrangeBody(world, endpoint)))

  /** Sends what has to be refused, and lists what is not. */
  async function refuse(changes: readonly Change[], isRefusal: (answer: Answer) => boolean) {
    const { taken = [], refused = [] } = Object.groupBy(changes, (change) => (calls.isTaken(change) ? 'taken' : 'refused'))
    const answered = [...(await calls.sendAlone(taken)), ...(await calls.sendTogether(refused, isRefusal))]
    return answered.filter(({ answer }) => !isRefusal(answer)).map(told)
  }

  test('refuses every field that its contract does not have', async () => {
    const listForeign = (fields: JsonObject) =>
      listPositions(calls.valid).flatMap((at) => {
        // The parameters that an OpenID provider sends can have any name, and are handed to the library that checks them.
        if (schemasAt(json, calls.valid, at).some(({ additionalProperties }) => isObject(additionalProperties))) return []
        const known = propertiesAt(json, calls.valid, at)
        return Object.entries(fields).flatMap(([key, value]) => (known.has(key) ? [] : [{ at, key, value }]))
      })
    expect(await refuse(listForeign(foreignFields), isNamed)).toEqual([])
    expect(await refuse(listForeign(prototypeField), isBadRequest)).toEqual([])
  })

  test('refuses what is no text where a text belongs, and says where', async () => {
    const texts = listPositions(calls.valid).flatMap((at) =>
      [...propertiesAt(json, calls.valid, at)].flatMap(([key, { type }]) => (type === 'string' ? [{ at, key }] : [])),
    )
    const taken = texts.flatMap((text) => wrongTypes.map((value) => ({ ...text, value }))).filter(calls.isTaken)
    expect((await calls.sendAlone(taken)).map(told)).toEqual([])
    const wrong = texts.map((text, position) => ({ ...text, value: wrongTypes[position % wrongTypes.length] }))
    expect(await refuse(wrong, isNamed)).toEqual([])
  })

  test('takes nothing but an object, and no prototype', async () => {
    const text = JSON.stringify(calls.valid)
    const constructed = `{"constructor":{"prototype":{"role":"S"}}${text === '{}' ? '' : ','}${text.slice(1)}`
    const statuses = await sendTexts(calls, route, ['[]', constructed])
    expect(statuses).toEqual([400, 400])
  })

  // Last, as it changes what the others are about.
  test('fails at nothing that a field can hold', async () => {
    const { valid, isTaken, sendTogether } = calls
    const keys = listPositions(valid).flatMap((at) => [...propertiesAt(json, valid, at).keys()].map((key) => ({ at, key })))
    const failures: Answered[] = []
    const refused: Change[][] = keys.map(() => [])
    for (const value of [...hostileValues, ...wrongTypes]) {
      const taken: Change[] = []
      for (const [at, key] of keys.entries()) {
        const change = { ...key, value }
        if (isTaken(change)) taken.push(change)
        else if (!wrongTypes.includes(value)) refused[at]?.push(change)
      }
      // Together: all of it was used if it is a success. A refusal may have come before some of it was looked at.
      const used = await sendTogether(taken, ({ status }) => status < 400)
      failures.push(...used.filter(({ answer }) => answer.status >= 500))
    }
    // One value in each field, another one in the next and at the next endpoint: what each does alone is the contract's to say.
    const sample = refused.flatMap((changes, at) => changes.at((index + at) % changes.length) ?? [])
    const answered = await sendTogether(sample, ({ status }) => status === 400)
    failures.push(...answered.filter(({ answer }) => answer.status !== 400))
    expect(failures.map(told)).toEqual([])
  })
})

test('a text that is no JSON, or JSON of an unusual form, is refused', async () => {
  const [endpoint] = endpointsWithBody
  if (!endpoint) throw new Error('No endpoint has a body')
  const deepObject = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
  const bodies = ['null', '7', '"text"', '', '{', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, deepObject, '{"__proto__":{"role":"S"}}']
  const statuses = await sendTexts(await arrangeBody(world, endpoint), endpoint.route, bodies)
  expect(statuses).toEqual(bodies.map(() => 400))
})

test('nothing of this has reached the prototype of objects', () => {
  expect(({} as JsonObject).role).toBeUndefined()
})
