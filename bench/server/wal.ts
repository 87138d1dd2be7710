// The write-ahead log of PostgreSQL for replies of different lengths. Full-page images are off, as their number depends on how long ago
// the last checkpoint was; what is left is the cost of the changes themselves.
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { execute } from '../../scripts/testing/execute.ts'
import { createChatTarget } from '../load/chat-target.ts'
import { load, percentile } from '../load/load.ts'
import { formatNumber, printNote, printTable } from '../report.ts'
import type { Testbed } from '../testbed/testbed.ts'
import { createWorld } from '../testbed/world.ts'

const tokensPerSecond = 400
/** Replies of each length; the median counts. */
const lengths = [
  { tokens: 1_000, replies: 3 },
  { tokens: 4_000, replies: 3 },
  { tokens: 16_000, replies: 1 },
  { tokens: 32_000, replies: 1 },
] as const
/** What happens after a reply, such as its text for the search, is counted until the log has not grown for so long. */
const quietMs = 3_000

type Wal = { readonly tokens: number; readonly walBytes: number; readonly textBytes: number }

async function readWalBytes(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(`SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS bytes`)
  return Number(rows[0]?.bytes)
}

async function readSettledWalBytes(client: pg.Client): Promise<number> {
  let [bytes, since] = [await readWalBytes(client), performance.now()]
  while (performance.now() - since < quietMs) {
    await delay(200)
    const current = await readWalBytes(client)
    if (current !== bytes) [bytes, since] = [current, performance.now()]
  }
  return bytes
}

async function setFullPageWrites(databaseUrl: string, value: 'on' | 'off') {
  await execute(databaseUrl, `ALTER SYSTEM SET full_page_writes = ${value}`)
  await execute(databaseUrl, 'SELECT pg_reload_conf()')
  await execute(databaseUrl, 'CHECKPOINT')
}

/** Measures one reply at a time, and prints the log of each length. */
export async function runWal(bed: Testbed): Promise<void> {
  const api = await bed.startApi()
  const world = await createWorld(bed.databaseUrl, bed.secretKey, 1)
  const client = new pg.Client({ connectionString: bed.databaseUrl })
  await client.connect()

  async function measureReply(tokens: number): Promise<Wal> {
    const target = await createChatTarget(api.url, world, { concurrency: 1, rounds: 0, tokens, tokensPerSecond })
    const before = await readSettledWalBytes(client)
    const [sample] = await load(target, 1, 1, 0)
    if (!sample || sample.error !== undefined) throw new Error(`A reply of ${tokens} tokens failed: ${sample?.error}`)
    return { tokens, walBytes: (await readSettledWalBytes(client)) - before, textBytes: sample.textBytes }
  }

  try {
    await setFullPageWrites(bed.databaseUrl, 'off')
    // Not counted: the first one writes catalogs and new pages.
    await measureReply(200)
    const results: Wal[] = []
    for (const { tokens, replies } of lengths) {
      const samples: Wal[] = []
      for (let reply = 0; reply < (bed.isQuick ? 1 : replies); reply += 1) samples.push(await measureReply(tokens))
      const median = percentile(
        samples.map(({ walBytes }) => walBytes),
        0.5,
      )
      results.push(...samples.filter(({ walBytes }) => walBytes === median).slice(0, 1))
    }
    printWal(results)
  } finally {
    await setFullPageWrites(bed.databaseUrl, 'on')
    await client.end()
    await world.close()
    await api.stop()
  }
}

function printWal(results: readonly Wal[]) {
  printTable(
    `WAL of a reply at ${tokensPerSecond} tokens/s`,
    ['tokens', 'bytes of text', 'kB of WAL', 'bytes of WAL a byte of text'],
    results.map(({ tokens, walBytes, textBytes }) => [
      tokens.toLocaleString('en'),
      textBytes.toLocaleString('en'),
      formatNumber(walBytes / 1_000),
      formatNumber(walBytes / textBytes),
    ]),
  )
  const find = (tokens: number) => results.find((result) => result.tokens === tokens)?.walBytes ?? Number.NaN
  printNote(`32,000 tokens write ${formatNumber(find(32_000) / find(4_000))} times the WAL of 4,000. Full-page images are not counted.`)
}
