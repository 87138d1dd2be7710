// The first message after the start of an API, as soon as it says that it is ready.
import { setTimeout as delay } from 'node:timers/promises'
import { createChatTarget } from '../load/chat-target.ts'
import { load, percentile } from '../load/load.ts'
import { formatNumber, printTable } from '../report.ts'
import type { Testbed } from '../testbed/testbed.ts'
import { createWorld, type World } from '../testbed/world.ts'

const starts = { full: 5, quick: 3 }
const messages = 3

async function waitUntilReady(url: string) {
  for (;;) {
    const response = await fetch(new URL('/readyz', url)).catch(() => null)
    await response?.body?.cancel()
    if (response?.ok) return
    await delay(5)
  }
}

/** Returns the milliseconds until the first token of each message to a new process, one after another. */
async function measureStart(bed: Testbed, world: World): Promise<number[]> {
  const api = await bed.startApi()
  try {
    const target = await createChatTarget(api.url, world, { concurrency: 1, rounds: messages - 1, tokens: 20, tokensPerSecond: 50 })
    await waitUntilReady(api.url)
    const samples = await load(target, 1, messages, 0)
    const failed = samples.find(({ error }) => error !== undefined)
    if (failed) throw new Error(`A message failed: ${failed.error}`)
    return samples.map(({ firstTokenMs }) => firstTokenMs)
  } finally {
    await api.stop()
  }
}

/** Starts an API several times, and prints the median of each message. */
export async function runFirstMessage(bed: Testbed): Promise<void> {
  const world = await createWorld(bed.databaseUrl, bed.secretKey, 1)
  try {
    const runs: number[][] = []
    while (runs.length < starts[bed.isQuick ? 'quick' : 'full']) runs.push(await measureStart(bed, world))
    printTable(
      `Messages after a start, ${runs.length} starts`,
      ['message', 'first token, median ms', 'longest ms'],
      Array.from({ length: messages }, (_, index) => {
        const times = runs.map((run) => run[index] ?? Number.NaN)
        return [String(index + 1), formatNumber(percentile(times, 0.5)), formatNumber(Math.max(...times))]
      }),
    )
  } finally {
    await world.close()
  }
}
