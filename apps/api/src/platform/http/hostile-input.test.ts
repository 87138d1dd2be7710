// Nothing that a body can say beyond its contract is taken, and nothing in it makes the service fail. Generated from the
// contracts: each endpoint with a body is called with a valid one in which one thing is wrong.
import { type EndpointName, endpoints } from '@heddle/contracts/endpoint-list'
import type { FieldError } from '@heddle/contracts/errors'
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
  withChanges,
} from '../../../test/matrix/body-parts.ts'
import { bodyOf, inject, urlOf } from '../../../test/matrix/requests.ts'
import { makeThing } from '../../../test/matrix/things.ts'
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
  'x'.repeat(100_000),
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
  Array.from({ length: 5_000 }, () => randomUUID()),
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

type Answer = {
  readonly status: number
  readonly detail: { readonly code: string; readonly params?: { readonly fields?: readonly FieldError[] } } | undefined
}

const isBadRequest = ({ status, detail }: Answer) => status === 400 && detail?.code === 'BAD_REQUEST'

/** Whether a refusal says that it is about this field, or about what is in it. */
function namesField({ detail }: Answer, { at, key }: Change): boolean {
  const part = ['body', ...at].join('/')
  return (detail?.params?.fields ?? []).some(
    ({ path, message }) => `${path}/`.startsWith(`${part}/${key}/`) || (path === part && message.includes(`"${key}"`)),
  )
}

type Refusal = Change & { readonly answer: Answer }

async function arrange({ route, thing }: { route: EndpointName; thing: string }) {
  const actor = await world.takeActor('S')
  const target = await makeThing(world, thing, actor)
  const valid = (await bodyOf(route, { db: world.db, thing, target })) ?? {}
  async function send(payload: unknown): Promise<Answer> {
    const answer = await inject(world, route, target, { headers: actor.headers, payload: payload as object })
    return { status: answer.statusCode, detail: answer.statusCode < 400 ? undefined : answer.json<{ detail: Answer['detail'] }>().detail }
  }
  /** Sends what has to be refused: together, what that refusal does not name once more, and what none names alone. */
  async function refuseTogether(changes: readonly Change[]): Promise<readonly Refusal[]> {
    if (changes.length === 0) return []
    const answer = await send(withChanges(valid, changes))
    if (changes.length === 1) return changes.map((change) => ({ ...change, answer }))
    const { named = [], unnamed = [] } = Object.groupBy(changes, (change) =>
      isBadRequest(answer) && namesField(answer, change) ? 'named' : 'unnamed',
    )
    const refusals = named.map((change) => ({ ...change, answer }))
    if (named.length > 0) return [...refusals, ...(await refuseTogether(unnamed))]
    for (const change of unnamed) refusals.push({ ...change, answer: await send(withChanges(valid, [change])) })
    return refusals
  }
  /** Sends what has to be refused: those of a depth together, as none of them is in another. */
  async function sendRefused(changes: readonly Change[]): Promise<readonly Refusal[]> {
    const refusals: Refusal[] = []
    for (const ofDepth of Map.groupBy(changes, ({ at }) => at.length).values()) refusals.push(...(await refuseTogether(ofDepth)))
    return refusals
  }
  return { actor, target, valid, send, sendRefused }
}

/** What was asked, and how it was answered, for a test to list. */
const told = ({ at, key, value, answer }: Refusal) =>
  `${[...at, key].join('.')} = ${JSON.stringify(value)?.slice(0, 60)}: ${JSON.stringify(answer).slice(0, 200)}`

describe.each(endpointsWithBody)('$route', ({ route, thing, body, json }) => {
  test('refuses every field that its contract does not have', async () => {
    const { valid, sendRefused } = await arrange({ route, thing })
    const listForeign = (fields: JsonObject) =>
      listPositions(valid).flatMap((at) => {
        // The parameters that an OpenID provider sends can have any name, and are handed to the library that checks them.
        if (schemasAt(json, valid, at).some(({ additionalProperties }) => isObject(additionalProperties))) return []
        const known = propertiesAt(json, valid, at)
        return Object.entries(fields).flatMap(([key, value]) => (known.has(key) ? [] : [{ at, key, value }]))
      })
    const refusals = [...(await sendRefused(listForeign(foreignFields))), ...(await sendRefused(listForeign(prototypeField)))]
    expect(refusals.filter(({ answer }) => !isBadRequest(answer)).map(told)).toEqual([])
  })

  test('refuses what is no text where a text belongs, and says where', async () => {
    const { valid, sendRefused } = await arrange({ route, thing })
    const texts = listPositions(valid).flatMap((at) =>
      [...propertiesAt(json, valid, at)].flatMap(([key, { type }]) => (type === 'string' ? [{ at, key }] : [])),
    )
    const wrong: string[] = []
    for (const value of wrongTypes) {
      const refusals = await sendRefused(texts.map((text) => ({ ...text, value })))
      const isNamed = ({ answer }: Refusal) => isBadRequest(answer) && (answer.detail?.params?.fields?.length ?? 0) > 0
      wrong.push(...refusals.filter((refusal) => !isNamed(refusal)).map(told))
    }
    expect(wrong).toEqual([])
  })

  test('fails at nothing that a field can hold', async () => {
    const { valid, send, sendRefused } = await arrange({ route, thing })
    const keys = listPositions(valid).flatMap((at) => [...propertiesAt(json, valid, at).keys()].map((key) => ({ at, key })))
    const failures: string[] = []
    for (const value of [...hostileValues, ...wrongTypes]) {
      const { taken = [], refused = [] } = Object.groupBy(
        keys.map((key) => ({ ...key, value })),
        (change) => (body.safeParse(withChanges(valid, [change])).success ? 'taken' : 'refused'),
      )
      for (const ofDepth of Map.groupBy(taken, ({ at }) => at.length).values()) {
        // Together: all of it was used if it is a success. A refusal may have come before some of it was looked at.
        const { status } = await send(withChanges(valid, ofDepth))
        if (status < 400) continue
        for (const change of ofDepth) {
          const answer = await send(withChanges(valid, [change]))
          if (answer.status >= 500) failures.push(told({ ...change, answer }))
        }
      }
      const refusals = await sendRefused(refused)
      failures.push(...refusals.filter(({ answer }) => answer.status !== 400).map(told))
    }
    expect(failures).toEqual([])
  })

  test('takes nothing but an object, and no prototype', async () => {
    const { actor, target, valid } = await arrange({ route, thing })
    const text = JSON.stringify(valid)
    const bodies = [
      'null',
      '[]',
      '7',
      '"text"',
      '',
      '{',
      `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
      `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
      `{"__proto__":{"role":"S"}${text === '{}' ? '' : ','}${text.slice(1)}`,
      `{"constructor":{"prototype":{"role":"S"}}${text === '{}' ? '' : ','}${text.slice(1)}`,
    ]
    const statuses: number[] = []
    for (const payload of bodies) {
      const method = endpoints[route].method.toLowerCase() as 'post' | 'put'
      const response = await wire[method](urlOf(route, target)).set(actor.headers).type('json').send(payload)
      statuses.push(response.status)
    }
    expect(statuses).toEqual(bodies.map(() => 400))
  })
})

test('nothing of this has reached the prototype of objects', () => {
  expect(({} as JsonObject).role).toBeUndefined()
})
