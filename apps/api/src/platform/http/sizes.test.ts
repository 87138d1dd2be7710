// Each text, list and record of each body at its maximum, and beyond it. Generated from the contracts.
import type { EndpointName } from '@heddle/contracts/endpoint-list'
import { isWithin } from '@heddle/contracts/json-size'
import { limits } from '@heddle/contracts/limits'
import { plainChatGraph } from '@heddle/db/factories/workflow'
import { createDemoModel, type DemoModel } from '@heddle/demo-model/server'
import { countTokens } from '@heddle/text/count-tokens'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/application/test-app.ts'
import { type Change, endpointsWithBody, type JsonSchema, listPositions, propertiesAt } from '../../../test/matrix/body-parts.ts'
import { type Answer, type Answered, arrangeBody, told } from '../../../test/matrix/changed-body.ts'
import { createMatrixWorld, type MatrixWorld } from '../../../test/matrix/world.ts'

let demo: DemoModel
let api: TestApp
let world: MatrixWorld
beforeAll(async () => {
  demo = await createDemoModel({ tps: 0, tokens: 2, latency: 0 })
  api = await createTestApp({ modelUrl: demo.url })
  world = await createMatrixWorld(api)
  // Reads the encoding once a process, which is no matter of sizes.
  countTokens('')
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

/** As many as a body may have, or nearly. */
const manyItems = 45_000

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
  return [{ full: createRecord(maxProperties, sample), beyond: [createRecord(maxProperties + 1, sample), createRecord(10_000, 0)] }]
}

/** The longest that requests may keep others waiting, in milliseconds of processor time. */
const maxHeldMs = 100

function readThreadMs() {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Returns the most processor time of this thread between two turns of its event loop: what other processes take is not counted. */
async function measureHeld(act: () => Promise<void>): Promise<number> {
  let [heldMs, last] = [0, readThreadMs()]
  const look = () => {
    const now = readThreadMs()
    heldMs = Math.max(heldMs, now - last)
    last = now
  }
  const timer = setInterval(look, 5)
  try {
    await act()
  } finally {
    clearInterval(timer)
  }
  look()
  return heldMs
}

/** Expects that an act holds no turn for longer, in one of three tries: all garbage of the process may be collected in a turn. */
async function expectNoStall(act: () => Promise<void>) {
  const tries: number[] = []
  while (tries.length < 3 && tries.every((heldMs) => heldMs >= maxHeldMs)) tries.push(await measureHeld(act))
  expect(Math.min(...tries)).toBeLessThan(maxHeldMs)
}

/** Whether a list is so long that its check ends with the first error, which says nothing of what else is wrong. */
const isLong = ({ value }: Change) => !isWithin(value, { depth: 100, values: 2_000 })

const isServed = ({ status }: Answer) => status < 500
const isRefused = ({ status, length }: Answer) => status >= 400 && status < 500 && length <= 10_000

test.each(endpointsWithBody)('$route takes its maxima without a failure or a stall, and nothing beyond them', async (endpoint) => {
  const { valid, isTaken, sendAlone, sendTogether } = await arrangeBody(world, endpoint)
  const parts = listPositions(valid).flatMap((at) =>
    [...propertiesAt(endpoint.json, valid, at)].flatMap(([key, schema]) => listSizes(schema).map((sizes) => ({ at, key, sizes }))),
  )
  const full = parts.map(({ at, key, sizes }) => ({ at, key, value: sizes.full }))
  const beyond = parts.flatMap(({ at, key, sizes }) => sizes.beyond.map((value) => ({ at, key, value })))
  const { long = [], short = [] } = Object.groupBy(beyond, (change) => (isLong(change) ? 'long' : 'short'))
  // That each is refused alone is the contract's to say, by which the route checks: the short ones are sent together.
  expect(beyond.filter(isTaken).map(({ at, key }) => [...at, key].join('.'))).toEqual([])
  const wrong: Answered[] = []
  await expectNoStall(async () => {
    const served = await sendTogether(full, ({ status }) => status < 400)
    const refused = [...(await sendTogether(short, isRefused)), ...(await sendAlone(long))]
    wrong.push(...served.filter(({ answer }) => !isServed(answer)), ...refused.filter(({ answer }) => !isRefused(answer)))
  })
  expect(wrong.map(told)).toEqual([])
})

type Body = Record<string, unknown>
type Enlarge = (valid: Body) => Body

const enlarge =
  (key: string, change: Body): Enlarge =>
  (valid) => ({ ...valid, [key]: { ...(valid[key] as Body), ...change } })

const [start, , llm] = plainChatGraph().nodes
const createGraph = (nodes: readonly unknown[]) => ({ nodes: [start, ...nodes], edges: [] })
const createLlms = (count: number, change: Body, config: Body = {}) =>
  createGraph(Array.from({ length: count }, (_, at) => ({ ...llm, ...change, id: `llm_${at}`, config: { ...llm?.config, ...config } })))

/** As much text, as many values, and as many names as a body with a graph may have. */
const largeGraphs = {
  text: createLlms(198, {}, { prompt: '布'.repeat(3_400) }),
  values: createLlms(2, { on_error: 'default', default_output: { text: createList(24_000, 1) } }),
  names: createGraph(
    Array.from({ length: 16 }, (_, at) => {
      const comparisons = createList(20, { value: 'a', operator: 'equals', compare_to: 'b' })
      const cases = Array.from({ length: 18 }, (_item, index) => ({ id: `k${index}`, label: 'a', match: 'all', comparisons }))
      return { id: `condition_${at}`, title: 'a', type: 'condition', config: { cases } }
    }),
  ),
}
const withGraphs = (route: EndpointName, put: (graph: object) => Enlarge): [EndpointName, string, Enlarge][] =>
  Object.entries(largeGraphs).map(([name, graph]) => [route, `a graph of many ${name}`, put(graph)])

const listLines = (header: string, count: number, line: (at: number) => string) =>
  [header, ...Array.from({ length: count }, (_, at) => line(at))].join('\n')
const history = createList(9, { role: 'user', content: 'a'.repeat(limits.replyCharacters) })

/** The largest bodies of the routes that take more than others. */
const largestBodies: [EndpointName, string, Enlarge][] = [
  ...withGraphs('saveWorkflowDraft', (graph) => (valid) => ({ ...valid, graph })),
  ...withGraphs('createWorkflow', (graph) => enlarge('workflow', { graph })),
  ...withGraphs('importWorkflow', (graph) => enlarge('file', { graph })),
  ...withGraphs('runWorkflow', (graph) => (valid) => ({ ...valid, graph })),
  ['tryAssistant', 'a long history', (valid) => ({ ...valid, history })],
  ['importUsers', 'many rows', () => ({ csv: listLines('email', limits.importRows, (at) => `u${at}@x.example`), dry_run: true })],
  ['importUsers', 'many cells', () => ({ csv: ','.repeat(1_000_000), dry_run: true })],
  ['importCollectionQuestions', 'long questions', () => ({ csv: listLines('question,source', 500, () => `${'a'.repeat(1_900)},b`) })],
  ['importCollectionQuestions', 'many cells', () => ({ csv: ','.repeat(1_000_000) })],
  ['createSource', 'a long text', () => ({ source: { kind: 'text', title: 'a', text: '布'.repeat(limits.pastedTextCharacters) } })],
]

test.each(largestBodies)('%s is no stall with %s', async (route, _name, makeLarge) => {
  const endpoint = endpointsWithBody.find((one) => one.route === route)
  if (!endpoint) throw new Error(`${route} has no body`)
  const { valid, send } = await arrangeBody(world, endpoint)
  const body = makeLarge(valid as Body)
  expect(endpoint.body.safeParse(body).error).toBeUndefined()
  const statuses: number[] = []
  await expectNoStall(async () => {
    const { status } = await send(body)
    statuses.push(status)
  })
  expect([200, 422]).toContain(statuses[0])
})
