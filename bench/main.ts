// `pnpm bench`: measures on this machine, in one run, so that the ratios mean something. Not a test: nothing fails by it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { applyMigrations } from '@heddle/db/migrator/migrator'
import { startEmbeddedPostgres } from '../scripts/embedded-postgres.ts'
import { measureHistory, printHistory } from './history-search.ts'
import { measureIdentity } from './identity.ts'
import type { Target } from './load.ts'
import { startChild, type Child } from './processes.ts'
import { createCompletionsTarget, measure, formatModelName, scenarios, type Measurement, type Scenario } from './replies.ts'
import { printReplies } from './report.ts'
import { measureWeb, printWeb } from './web-stream.ts'
import { measureMemory, printMemory } from './memory.ts'
import { createWorld, type World } from './world.ts'

const secretKey = `only-for-measuring-${randomUUID()}`
const people = 250
const root = join(import.meta.dirname, '..')

async function createChatTarget(api: Child, world: World, scenario: Scenario): Promise<Target> {
  const chats = await world.createChats(formatModelName(scenario), people * scenario.rounds)
  const used = new Map<number, number>()
  return {
    next(slot) {
      const round = used.get(slot) ?? 0
      used.set(slot, round + 1)
      const index = slot + round * people
      const chat = chats[index % chats.length]
      return {
        url: new URL(`/api/v1/chat/${chat}/message_stream`, api.url),
        headers: { authorization: `Bearer ${world.accessTokens[slot % people]}` },
        body: JSON.stringify({ content: 'Which fibre is the strongest?', client_message_id: randomUUID(), version: 0 }),
      }
    },
    firstToken: 'event: delta',
    end: 'event: done',
  }
}

const dataDir = await mkdtemp(join(tmpdir(), 'heddle-bench-'))
const postgres = await startEmbeddedPostgres(join(dataDir, 'postgres'))
const children: Child[] = []
try {
  const databaseUrl = postgres.url('postgres')
  await applyMigrations(databaseUrl)
  const world = await createWorld(databaseUrl, secretKey, people)
  const start = async (...args: Parameters<typeof startChild>) => {
    const child = await startChild(...args)
    children.push(child)
    return child
  }
  const model = await start(join(root, 'packages/demo-model/src/main.ts'), [], {}, /listening on (\S+)/i)
  const passThrough = await start(join(root, 'bench/pass-through.ts'), [model.url], {}, /listening on (\S+)/i)
  const api = await start(
    join(root, 'apps/api/src/main.ts'),
    [],
    {
      NODE_ENV: 'production',
      PORT: '0',
      DATABASE_URL: databaseUrl,
      SECRET_KEY: secretKey,
      MODEL_BASE_URL: new URL('/v1', model.url).href,
      LOG_LEVEL: 'info',
    },
    /(http:\/\/127\.0\.0\.1:\d+)/,
  )

  for (const scenario of scenarios) {
    const results: Record<string, Measurement> = {}
    results['direct'] = await measure(scenario, createCompletionsTarget(model.url, scenario), undefined)
    results['pass-through'] = await measure(scenario, createCompletionsTarget(passThrough.url, scenario), passThrough)
    results['Heddle'] = await measure(scenario, await createChatTarget(api, world, scenario), api)
    printReplies(scenario, results)
  }
  await world.close()
  printMemory(await measureMemory(databaseUrl, secretKey, new URL('/v1', model.url).href))
  await measureIdentity(databaseUrl, secretKey)
  printHistory(await measureHistory(databaseUrl, secretKey))
} finally {
  for (const child of children.toReversed()) await child.stop()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

printWeb(await measureWeb())
