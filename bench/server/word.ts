// A chat as a Word file: how long it takes, and by how much the API grows meanwhile.
import { createDatabase } from '@heddle/db/client'
import { fillChat } from '../../e2e/support/pages/chat.ts'
import { percentile } from '../load/load.ts'
import { createContent } from '../load/long-chat.ts'
import { formatNumber, printTable } from '../report.ts'
import { readResidentBytes } from '../testbed/processes.ts'
import type { Testbed } from '../testbed/testbed.ts'
import { createWorld } from '../testbed/world.ts'

const messageCounts = [20, 100, 500]
const calls = { full: 10, quick: 4 }
const watchMs = 10

/** Prints the duration and the memory of exports, one after another as one reader. */
export async function runWord(bed: Testbed): Promise<void> {
  const api = await bed.startApi()
  const world = await createWorld(bed.databaseUrl, bed.secretKey, 1)
  const db = createDatabase({ url: bed.databaseUrl, poolSize: 1 })
  const headers = { authorization: `Bearer ${world.getAccessToken(0)}` }

  /** Returns the milliseconds of an export, its bytes, and the memory that it adds at its peak, in bytes. */
  async function measureExport(chatId: string) {
    const before = readResidentBytes(api.pid)
    let peak = before
    const watch = setInterval(() => (peak = Math.max(peak, readResidentBytes(api.pid))), watchMs)
    const begun = performance.now()
    try {
      const response = await fetch(new URL(`/api/v1/chat/${chatId}/export?format=docx`, api.url), { headers })
      const bytes = (await response.arrayBuffer()).byteLength
      if (response.status !== 200) throw new Error(`An export was answered with ${response.status}`)
      return { milliseconds: performance.now() - begun, bytes, added: peak - before, peak }
    } finally {
      clearInterval(watch)
    }
  }

  const rows: string[][] = []
  try {
    for (const count of messageCounts) {
      const [chatId = ''] = await world.createChats('demo', 1)
      const contents = Array.from({ length: count }, (_, index) => createContent(index))
      await fillChat(db, chatId, contents)
      const runs = []
      for (let call = 0; call < calls[bed.isQuick ? 'quick' : 'full']; call += 1) runs.push(await measureExport(chatId))
      const times = runs.map(({ milliseconds }) => milliseconds)
      const megabytes = (values: readonly number[]) => formatNumber(Math.max(...values) / 1e6)
      rows.push([
        `${count} messages`,
        formatNumber(percentile(times, 0.5)),
        formatNumber(Math.max(...times)),
        megabytes(runs.map(({ added }) => added)),
        megabytes(runs.map(({ peak }) => peak)),
        formatNumber((runs[0]?.bytes ?? 0) / 1_000),
      ])
    }
  } finally {
    await db.$disconnect()
    await world.close()
    await api.stop()
  }
  printTable('Chats as Word files', ['', 'p50 ms', 'longest ms', 'most added MB', 'peak of the API, MB', 'file kB'], rows)
}
