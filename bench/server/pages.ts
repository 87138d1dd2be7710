// What a page asks of the API when it opens: a chat, short and long, and the assistants.
import { createDatabase, type PrismaClient } from '@heddle/db/client'
import { createAssistant } from '@heddle/db/factories/assistant'
import { plainChatGraph, createWorkflow } from '@heddle/db/factories/workflow'
import { fillChat } from '../../e2e/support/pages/chat.ts'
import { execute } from '../../scripts/testing/execute.ts'
import { percentile } from '../load/load.ts'
import { createContent } from '../load/long-chat.ts'
import { formatNumber, formatRatio, printNote, printTable } from '../report.ts'
import type { Testbed } from '../testbed/testbed.ts'
import { createWorld } from '../testbed/world.ts'

const messages = { short: 40, long: 2_000 }
const assistants = 50
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

const listAssistants: Call = (api, token) =>
  fetch(new URL('/api/v1/assistant/query', api), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: '{}',
  })

async function createAssistants(db: PrismaClient, chatId: string) {
  const { tenantId } = await db.chat.findUniqueOrThrow({ where: { id: chatId } })
  const draft = plainChatGraph('You answer questions of weavers. '.repeat(promptCharacters / 33))
  for (let count = 0; count < assistants; count += 1) {
    const { id: workflowId } = await createWorkflow(db, { tenantId, draft })
    await createAssistant(db, { tenantId, workflowId, isPublic: true })
  }
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
    await execute(bed.databaseUrl, 'VACUUM (ANALYZE)')
    printPages(await measure(openChat(short)), await measure(openChat(long)), await measure(listAssistants))
  } finally {
    await db.$disconnect()
    await world.close()
    await api.stop()
  }
}

function printPages(short: Timing, long: Timing, list: Timing) {
  const createRow = (name: string, { p50, p99, bytes }: Timing) => [name, formatNumber(p50), formatNumber(p99), formatNumber(bytes / 1_000)]
  printTable(
    'Opening pages',
    ['', 'p50 ms', 'p99 ms', 'kB'],
    [
      createRow(`a chat of ${messages.short} messages`, short),
      createRow(`a chat of ${messages.long.toLocaleString('en')} messages`, long),
      createRow(`the list of ${assistants + 1} assistants`, list),
    ],
  )
  printNote(`The long chat takes ${formatRatio(long.p50, short.p50)} as long as the short one.`)
}
