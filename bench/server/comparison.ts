// What a reply beside another costs: two that are compared, in turn with one alone.
import { randomUUID } from 'node:crypto'
import { percentile } from '../load/load.ts'
import { formatNumber, printNote, printTable } from '../report.ts'
import type { Testbed } from '../testbed/testbed.ts'
import { createWorld } from '../testbed/world.ts'

const turns = { full: 20, quick: 6 }
/** As a model server of an institute answers: 400 tokens at 100 a second. */
const model = 'demo:tokens=400,tps=100'

export async function runComparison(bed: Testbed): Promise<void> {
  const api = await bed.startApi()
  const world = await createWorld(bed.databaseUrl, bed.secretKey, 1)
  const headers = { authorization: `Bearer ${world.getAccessToken(0)}`, 'content-type': 'application/json' }
  const count = turns[bed.isQuick ? 'quick' : 'full']

  async function call(path: string, body?: object) {
    const response = await fetch(new URL(`/api/v1/chat/${path}`, api.url), {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (response.status !== 200) throw new Error(`${path} was answered with ${response.status}`)
    return response
  }
  async function readToEnd(response: Response) {
    const events = await response.text()
    if (!events.includes('"status":"completed"')) throw new Error('A reply was not completed')
  }
  const question = () => ({ content: 'Which fibre is the strongest?', client_message_id: randomUUID(), version: 0 })

  async function askOne(chatId: string) {
    await readToEnd(await call(`${chatId}/message_stream`, question()))
  }
  async function askTwo(chatId: string) {
    const response = await call(`${chatId}/comparison`, { ...question(), candidates: [{}, {}], is_blind: false })
    const { comparison } = (await response.json()) as { comparison: { candidates: { reply: { id: string } }[] } }
    await Promise.all(comparison.candidates.map(async ({ reply }) => readToEnd(await call(`${chatId}/message/${reply.id}/message_stream`))))
  }

  const milliseconds = { one: [] as number[], two: [] as number[] }
  try {
    const chats = await world.createChats(model, 2 * count + 2)
    // The first of each is not counted.
    for (const [index, chatId] of chats.entries()) {
      const begun = performance.now()
      await (index % 2 === 0 ? askOne(chatId) : askTwo(chatId))
      if (index > 1) milliseconds[index % 2 === 0 ? 'one' : 'two'].push(performance.now() - begun)
    }
  } finally {
    await world.close()
    await api.stop()
  }
  const row = (name: string, values: readonly number[]) => [name, formatNumber(percentile(values, 0.5)), formatNumber(Math.max(...values))]
  const ratio = percentile(milliseconds.two, 0.5) / percentile(milliseconds.one, 0.5)
  printTable(
    'Replies of 400 tokens at 100 a second',
    ['', 'p50 ms', 'longest ms'],
    [row('one alone', milliseconds.one), row('both of two', milliseconds.two)],
  )
  printNote(`${count} of each in turn; both of two end in ${ratio.toFixed(2)} × the time of one alone.`)
}
