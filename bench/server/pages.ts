// What a page asks of the API when it opens: a chat, short and long, the assistants, and the prompts that "/" lists.
import { languages } from '@heddle/contracts/languages'
import { createDatabase, type PrismaClient } from '@heddle/db/client'
import { createAssistant } from '@heddle/db/factories/assistant'
import { plainChatGraph, createWorkflow } from '@heddle/db/factories/workflow'
import { randomUUID } from 'node:crypto'
import { fillChat } from '../../e2e/support/pages/chat.ts'
import { execute } from '../../scripts/testing/execute.ts'
import { percentile } from '../load/load.ts'
import { createContent } from '../load/long-chat.ts'
import { formatNumber, formatRatio, printNote, printTable } from '../report.ts'
import type { Testbed } from '../testbed/testbed.ts'
import { createWorld } from '../testbed/world.ts'

const messages = { short: 40, long: 2_000 }
const assistants = 50
const prompts = 2_000
/** Those that the reader has used. */
const usedPrompts = 200
/** Characters of an assistant's prompt, which is part of its graph. */
const promptCharacters = 4_000
const calls = { full: 100, quick: 30, warming: 20 }

type Call = (api: string, token: string) => Promise<Response>
type Timing = { readonly p50: number; readonly p99: number; readonly bytes: number }

/** What the chat page asks when it opens. */
const openChat =
  (chatId: string): Call =>
  (api, token) =>
    fetch(new URL(`/api/v1/chat/${chatId}`, api), { headers: { authorization: `Bearer ${token}` } })

const post =
  (path: string, body: object): Call =>
  (api, token) =>
    fetch(new URL(path, api), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })

const listAssistants = post('/api/v1/assistant/query', {})
const listPrompts = post('/api/v1/prompt/query', { order: 'used', state: 'offered' })
const findPrompts = post('/api/v1/prompt/query', { order: 'used', state: 'offered', keyword: 'loom 1' })

async function createAssistants(db: PrismaClient, chatId: string) {
  const { tenantId } = await db.chat.findUniqueOrThrow({ where: { id: chatId } })
  const draft = plainChatGraph('You answer questions of weavers. '.repeat(promptCharacters / 33))
  for (let count = 0; count < assistants; count += 1) {
    const { id: workflowId } = await createWorkflow(db, { tenantId, draft })
    await createAssistant(db, { tenantId, workflowId, isPublic: true })
  }
}

/** Prompts of the tenant in five languages, some of which the reader has used. */
async function createPrompts(db: PrismaClient, chatId: string) {
  const { tenantId, ownerId } = await db.chat.findUniqueOrThrow({ where: { id: chatId } })
  const inAllLanguages = (text: string) => Object.fromEntries(['default', ...languages].map((language) => [language, text]))
  const variables = [{ key: 'loom', label: inAllLanguages('Loom'), type: 'text' }]
  const rows = Array.from({ length: prompts }, (_, index) => ({
    id: randomUUID(),
    tenantId,
    name: inAllLanguages(`Loom ${index}`),
    text: inAllLanguages(`Explain the loom {{ loom }} to a weaver. `.repeat(10)),
    variables,
  }))
  await db.prompt.createMany({ data: rows })
  const used = rows.slice(0, usedPrompts).map(({ id }, index) => ({ userId: ownerId, promptId: id, usedAt: new Date(index) }))
  await db.promptUse.createMany({ data: used })
}

/** Prints the duration of each call, one after another as one reader. */
export async function runPages(bed: Testbed): Promise<void> {
  const api = await bed.startApi()
  const world = await createWorld(bed.databaseUrl, bed.secretKey, 1)
  const db = createDatabase({ url: bed.databaseUrl, poolSize: 1 })
  const token = world.getAccessToken(0)

  async function measure(call: Call): Promise<Timing> {
    const times: number[] = []
    let bytes = 0
    for (let index = -calls.warming; index < calls[bed.isQuick ? 'quick' : 'full']; index += 1) {
      const begun = performance.now()
      const response = await call(api.url, token)
      bytes = (await response.arrayBuffer()).byteLength
      if (response.status !== 200) throw new Error(`A page was answered with ${response.status}`)
      if (index >= 0) times.push(performance.now() - begun)
    }
    return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), bytes }
  }

  try {
    const [short = '', long = ''] = await world.createChats('demo', 2)
    const fill = (chatId: string, count: number) =>
      fillChat(
        db,
        chatId,
        Array.from({ length: count }, (_, index) => createContent(index)),
      )
    await fill(short, messages.short)
    await fill(long, messages.long)
    await createAssistants(db, short)
    await createPrompts(db, short)
    await execute(bed.databaseUrl, 'VACUUM (ANALYZE)')
    printPages({
      short: await measure(openChat(short)),
      long: await measure(openChat(long)),
      assistantList: await measure(listAssistants),
      promptList: await measure(listPrompts),
      foundPrompts: await measure(findPrompts),
    })
  } finally {
    await db.$disconnect()
    await world.close()
    await api.stop()
  }
}

type Timings = Readonly<Record<'short' | 'long' | 'assistantList' | 'promptList' | 'foundPrompts', Timing>>

function printPages({ short, long, assistantList, promptList, foundPrompts }: Timings) {
  const createRow = (name: string, { p50, p99, bytes }: Timing) => [name, formatNumber(p50), formatNumber(p99), formatNumber(bytes / 1_000)]
  printTable(
    'Opening pages',
    ['', 'p50 ms', 'p99 ms', 'kB'],
    [
      createRow(`a chat of ${messages.short} messages`, short),
      createRow(`a chat of ${messages.long.toLocaleString('en')} messages`, long),
      createRow(`the list of ${assistants + 1} assistants`, assistantList),
      createRow(`"/": the first of ${prompts.toLocaleString('en')} prompts, those used last`, promptList),
      createRow('"/" with a keyword', foundPrompts),
    ],
  )
  printNote(`The long chat takes ${formatRatio(long.p50, short.p50)} as long as the short one.`)
}
