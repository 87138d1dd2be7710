// Asks the questions of an institute's tables over the API, and prints how many plans of the model are valid and how many answers are right.
import { createDataset, getDataset, publishDataset } from '@heddle/contracts/dataset/dataset'
import { createDatasetRows } from '@heddle/contracts/dataset/row'
import { createGroup } from '@heddle/contracts/group/group'
import type { CitedCell, CitedRows } from '@heddle/contracts/message/cited-rows'
import { createModel, testModel } from '@heddle/contracts/model/model'
import { createModelEndpoint } from '@heddle/contracts/model/model-endpoint'
import { testDatasetQuery } from '@heddle/contracts/trial/query-test'
import { setTimeout as delay } from 'node:timers/promises'
import { type ApiClient, createApiClient } from '../conformance/api-client.ts'
import type { Product } from '../conformance/product.ts'
import { StartError } from '../processes/start-lock.ts'
import { type InstituteQuestion, type InstituteTable, readInstitute } from './institute-tables.ts'

export type PlanOptions = {
  /** Of an OpenAI-compatible model server. */
  readonly endpoint: string
  readonly model: string
  readonly maxQuestions: number
}

/** Cells of a request are limited. */
const rowsPerRequest = 500
/** In seconds: of a small machine without a GPU. */
const timeouts = { first_token: 600, between_tokens: 120, total: 3_600 }

async function addModel(api: ApiClient, { endpoint: address, model }: PlanOptions): Promise<string> {
  const { endpoint } = await api.call(createModelEndpoint, {
    body: { endpoint: { name: 'Model server', base_url: address, purposes: ['chat'], timeouts } },
  })
  const { model: added } = await api.call(createModel, {
    body: { model: { endpoint_id: endpoint.id, upstream_name: model, name: 'evaluation', kind: 'chat' } },
  })
  // A plan is asked for by its schema once the test has shown that the server holds to one.
  const { model: tested } = await api.call(testModel, { params: { id: added.id }, body: { checks: ['json_schema'] } })
  console.log(`By schema: ${tested.capabilities.json_schema.value ?? 'unknown'}`)
  return added.id
}

/** Returns a cell as rows have it; null for an empty one. */
function toCellValue(cell: CitedCell) {
  if (typeof cell !== 'object' || cell === null) return cell
  const { number, mark } = cell
  return { number, mark, text: number === null ? mark : `${mark} ${number}` } as never
}

/** Makes the table and publishes it; `ids` are those of the tables that its columns may refer to, by their index. */
async function addTable(api: ApiClient, groupId: string, table: InstituteTable, ids: ReadonlyMap<number, string>): Promise<string> {
  const columns = table.columns.map(({ id, ...column }) => {
    const target = table.links[id]
    return { ...column, ...(target !== undefined && { refers_to: ids.get(target) }) }
  })
  const { dataset } = await api.call(createDataset, {
    body: { dataset: { kind: 'table', name: { default: table.name }, group_id: groupId, columns, measures: table.measures } },
  })
  const params = { id: dataset.id }
  for (let from = 0; from < table.rows.length; from += rowsPerRequest) {
    const rows = table.rows.slice(from, from + rowsPerRequest).map((cells) => ({
      cells: Object.fromEntries(dataset.columns.map(({ id }, index) => [id, toCellValue(cells[index] ?? null)])),
    }))
    await api.call(createDatasetRows, { params, body: { rows } })
  }
  const { dataset: filled } = await api.call(getDataset, { params })
  await api.call(publishDataset, { params, body: { revision: filled.revision } })
  return dataset.id
}

async function awaitPublished(api: ApiClient, id: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const { dataset } = await api.call(getDataset, { params: { id } })
    if (dataset.published_version !== null) return
    await delay(500, undefined, { signal })
  }
}

/** Adds the tables that others refer to before those. */
async function addTables(api: ApiClient, tables: readonly InstituteTable[], signal: AbortSignal): Promise<ReadonlyMap<number, string>> {
  const { group } = await api.call(createGroup, { body: { group: { name: { default: 'Evaluation' } } } })
  const ids = new Map<number, string>()
  const order = [...tables.entries()].toSorted(([, a], [, b]) => Object.keys(a.links).length - Object.keys(b.links).length)
  for (const [index, table] of order) {
    const id = await addTable(api, group.id, table, ids)
    await awaitPublished(api, id, signal)
    ids.set(index, id)
  }
  return ids
}

const isEqual = (given: CitedCell, expected: CitedCell): boolean =>
  typeof given === 'number' && typeof expected === 'number'
    ? Math.abs(given - expected) <= 1e-9 * Math.max(1, Math.abs(expected))
    : JSON.stringify(given) === JSON.stringify(expected)

/** Whether rows have what is expected, in its order where the question asks for one; they may have more columns, and be less than all. */
function isRight({ rows, total }: CitedRows, expected: InstituteQuestion): boolean {
  if (total !== expected.total || (rows.length === 0) !== (expected.rows.length === 0)) return false
  const has = ({ cells }: CitedRows['rows'][number], wanted: readonly CitedCell[]) =>
    wanted.every((cell) => cells.some((given) => isEqual(given, cell)))
  return expected.plan.order_by === undefined
    ? rows.every((row) => expected.rows.some((wanted) => has(row, wanted)))
    : expected.rows.slice(0, rows.length).every((wanted, index) => rows.slice(index, index + 1).some((row) => has(row, wanted)))
}

type Asked = {
  readonly language: string
  readonly isValid: boolean
  readonly isRight: boolean
  readonly outcome: string
  readonly ms: number
}

const describeShare = (all: readonly Asked[], isCounted: (each: Asked) => boolean) => `${all.filter(isCounted).length}/${all.length}`

const describe = (all: readonly Asked[]): string => {
  const median = all.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
  return `valid plans ${describeShare(all, (each) => each.isValid)}   right answers ${describeShare(all, (each) => each.isRight)}   p50 ${median} ms`
}

/**
 * Prints by language how many questions the model makes a valid plan of, and how many answers are those of pandas. A plan is valid when the
 * query runs it, also after its one repair.
 */
export async function evaluatePlans({ address, signal, signIn }: Product, options: PlanOptions): Promise<void> {
  const api = createApiClient(address, await signIn('admin'), signal)
  const { tables, questions } = await readInstitute()
  const ids = await addTables(api, tables, signal)
  const model = { id: await addModel(api, options) }
  const step = Math.max(1, questions.length / options.maxQuestions)
  const chosen = questions.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
  const asked: Asked[] = []
  for (const each of chosen) {
    const id = ids.get(each.table)
    if (id === undefined) throw new StartError(`A question is of no table: ${each.question}`)
    const { test } = await api.call(testDatasetQuery, {
      params: { id },
      body: { question: each.question, language: each.language, model },
    })
    const { outcome, rows, ms } = test
    const isValid = !['plan_invalid', 'failed', 'not_expressible'].includes(outcome)
    const answer = { language: each.language, outcome, ms, isValid, isRight: rows !== null && isRight(rows, each) }
    asked.push(answer)
    console.log(`${each.language.padEnd(8)} ${outcome}${answer.isRight ? ', right' : ''}   ${ms} ms   ${each.question}`)
  }
  for (const [language, all] of Map.groupBy(asked, (each) => each.language)) console.log(`${language.padEnd(8)} ${describe(all)}`)
  console.log(`all      ${describe(asked)}`)
  const outcomes = [...Map.groupBy(asked, ({ outcome }) => outcome)].map(([outcome, all]) => `${outcome} ${all.length}`)
  console.log(outcomes.join(', '))
}
