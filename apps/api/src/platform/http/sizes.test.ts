// Each text, list and record of each body at its maximum, and beyond it. Generated from the contracts.
import { endpoints } from '@heddle/contracts/endpoint-list'
import { createDemoModel, type DemoModel } from '@heddle/demo-model/server'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/application/test-app.ts'
import {
  type Change,
  endpointsWithBody,
  type JsonSchema,
  listPositions,
  propertiesAt,
  withChanges,
} from '../../../test/matrix/body-parts.ts'
import { bodyOf, inject } from '../../../test/matrix/requests.ts'
import { makeThing } from '../../../test/matrix/things.ts'
import { createMatrixWorld, type MatrixWorld } from '../../../test/matrix/world.ts'

let demo: DemoModel
let api: TestApp
let world: MatrixWorld
beforeAll(async () => {
  demo = await createDemoModel({ tps: 0, tokens: 2, latency: 0 })
  api = await createTestApp({ modelUrl: demo.url })
  world = await createMatrixWorld(api)
})
afterAll(async () => {
  await api.close()
  await demo.close()
})

/** Returns a small value of a schema, as far as its form goes. */
function createSample(schema: JsonSchema): unknown {
  const [first] = schema.anyOf ?? schema.oneOf ?? []
  if (first) return createSample(first)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'string') return schema.format === 'uuid' ? randomUUID() : 'a'.repeat(schema.minLength ?? 1)
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 0, 0)
  if (schema.type === 'array') return Array.from({ length: schema.minItems ?? 0 }, () => createSample(schema.items ?? {}))
  if (schema.type !== 'object') return null
  return Object.fromEntries((schema.required ?? []).map((key) => [key, createSample(schema.properties?.[key] ?? {})]))
}

const createList = (length: number, item: unknown) => Array.from({ length }, () => item)
const createRecord = (length: number, value: unknown) => Object.fromEntries(Array.from({ length }, (_, at) => [`a${at}`, value]))

type Sizes = { readonly full: unknown; readonly beyond: readonly unknown[] }

/** What takes up to a kilobyte an item is within the limit of a body. */
const manyItems = 100_000

function listSizes(schema: JsonSchema): Sizes[] {
  const { anyOf, oneOf, type, items = {}, additionalProperties, maxLength, maxItems, maxProperties } = schema
  if (anyOf ?? oneOf) return (anyOf ?? oneOf ?? []).flatMap(listSizes)
  if (type === 'string' && maxLength !== undefined) return [{ full: 'a'.repeat(maxLength), beyond: ['a'.repeat(maxLength + 1)] }]
  if (maxItems !== undefined) {
    const sample = createSample(items)
    return [{ full: createList(maxItems, sample), beyond: [createList(maxItems + 1, sample), createList(manyItems, 0)] }]
  }
  if (maxProperties === undefined) return []
  const sample = createSample(additionalProperties ?? {})
  return [{ full: createRecord(maxProperties, sample), beyond: [createRecord(maxProperties + 1, sample), createRecord(manyItems / 10, 0)] }]
}

test.each(endpointsWithBody)('$route takes its maxima without a failure, and nothing beyond them', async ({ route, thing, json }) => {
  const actor = await world.takeActor('S')
  const target = await makeThing(world, thing, actor)
  const valid = (await bodyOf(route, { db: world.db, thing, target })) ?? {}
  const send = (change: Change) => inject(world, route, target, { headers: actor.headers, payload: withChanges(valid, [change]) as object })
  const parts = listPositions(valid).flatMap((at) =>
    [...propertiesAt(json, valid, at)].flatMap(([key, schema]) => listSizes(schema).map((sizes) => ({ at, key, sizes }))),
  )
  const wrong: string[] = []
  for (const { at, key, sizes } of parts) {
    const name = [endpoints[route].url, ...at, key].join(' ')
    const full = await send({ at, key, value: sizes.full })
    if (full.statusCode >= 500) wrong.push(`${name} at its maximum: ${full.statusCode}`)
    for (const value of sizes.beyond) {
      const { statusCode, body } = await send({ at, key, value })
      if (statusCode < 400 || statusCode >= 500 || body.length > 10_000)
        wrong.push(`${name} beyond it: ${statusCode}, ${body.length} characters`)
    }
  }
  expect(wrong).toEqual([])
})
