// Streams of different numbers: what a reply costs, and how late its text is, beside the pass-through.
import { createChatTarget } from '../load/chat-target.ts'
import { createCompletionsTarget, type Measurement, measureLoadedReplies, type Scenario } from '../load/scenario.ts'
import { formatNumber, formatRatio, printFirstErrors, printTable } from '../report.ts'
import type { Testbed } from '../testbed/testbed.ts'
import { createWorld } from '../testbed/world.ts'

const people = 200

const scenarios: readonly (Scenario & { readonly quickRounds: number })[] = [
  { concurrency: 1, rounds: 20, quickRounds: 5, tokens: 200, tokensPerSecond: 50 },
  { concurrency: 50, rounds: 4, quickRounds: 1, tokens: 200, tokensPerSecond: 50 },
  { concurrency: 200, rounds: 3, quickRounds: 1, tokens: 200, tokensPerSecond: 50 },
  { concurrency: 50, rounds: 6, quickRounds: 2, tokens: 200, tokensPerSecond: 0 },
]

/** Measures each scenario with the pass-through and then with the API, and prints a table of each. */
export async function runReplies(bed: Testbed): Promise<void> {
  const passThrough = await bed.startPassThrough()
  const api = await bed.startApi()
  const world = await createWorld(bed.databaseUrl, bed.secretKey, people)
  try {
    for (const { quickRounds, ...full } of scenarios) {
      const scenario = bed.isQuick ? { ...full, rounds: quickRounds } : full
      const limit = await measureLoadedReplies(scenario, createCompletionsTarget(passThrough.url, scenario), { server: passThrough.pid })
      const target = await createChatTarget(api.url, world, scenario)
      printReplies(scenario, limit, await measureLoadedReplies(scenario, target, { server: api.pid, database: bed.postgresPid }))
    }
  } finally {
    await world.close()
    await api.stop()
    await passThrough.stop()
  }
}

const columns = [
  '',
  'replies',
  'errors',
  'first token p50 ms',
  'p99 ms',
  'transit of a token p50 ms',
  'p99 ms',
  'CPU a token, µs',
  'kB / open reply',
]

const sumCpu = ({ serverCpu, databaseCpu }: Measurement) => serverCpu + databaseCpu

function printReplies({ concurrency, tokens, tokensPerSecond }: Scenario, limit: Measurement, heddle: Measurement) {
  const createRow = (name: string, result: Measurement, cpu: string) => [
    name,
    String(result.replies),
    String(result.errors),
    ...[result.firstTokenP50, result.firstTokenP99, result.transitP50, result.transitP99].map(formatNumber),
    cpu,
    formatNumber(result.bytesPerOpenReply / 1024),
  ]
  const cpu = `${formatNumber(heddle.serverCpu)} API + ${formatNumber(heddle.databaseCpu)} PostgreSQL = ${formatNumber(sumCpu(heddle))}`
  const keys = ['firstTokenP50', 'firstTokenP99', 'transitP50', 'transitP99'] as const
  const pace = tokensPerSecond > 0 ? `at ${tokensPerSecond} tokens/s` : 'as fast as it goes'
  printTable(`${concurrency} ${concurrency === 1 ? 'stream' : 'streams'} of ${tokens} tokens, ${pace}`, columns, [
    createRow('pass-through', limit, formatNumber(sumCpu(limit))),
    createRow('Heddle', heddle, cpu),
    ['ratio', '', '', ...keys.map((key) => formatRatio(heddle[key], limit[key])), formatRatio(sumCpu(heddle), sumCpu(limit)), ''],
  ])
  printFirstErrors({ 'pass-through': limit, Heddle: heddle })
}
