// Replies of the demonstration model, whose tokens say when they were written: through the minimal server, and through the API.
import { createDurations, load, percentile, type LoadTarget } from './load.ts'
import { readTreeCpuMilliseconds } from '../testbed/process-tree.ts'
import { readResidentBytes } from '../testbed/processes.ts'

export type Scenario = {
  readonly concurrency: number
  /** Counted replies of each stream, after one that is not. */
  readonly rounds: number
  readonly tokens: number
  /** Tokens a second of the model; 0 is as fast as they are read. */
  readonly tokensPerSecond: number
  /** Of a token; without it, six. */
  readonly characters?: number
}

/** Ids of the processes that a reply costs; `database` is PostgreSQL's postmaster. */
export type Servers = { readonly server: number; readonly database?: number }

export type Measurement = {
  readonly replies: number
  readonly errors: number
  readonly firstError: string | undefined
  readonly firstTokenP50: number
  readonly firstTokenP99: number
  /** Milliseconds from the model's write to the client's read. */
  readonly transitP50: number
  readonly transitP99: number
  readonly transitP999: number
  /** Microseconds of CPU a token, of the server and of its database. */
  readonly serverCpu: number
  readonly databaseCpu: number
  readonly bytesPerOpenReply: number
}

export const formatModelName = ({ tokens, tokensPerSecond, characters = 6 }: Pick<Scenario, 'tokens' | 'tokensPerSecond' | 'characters'>) =>
  `demo:tokens=${tokens},tps=${tokensPerSecond},piece=${characters},stamp,reasoning=none,latency=0`

/** Runs a scenario against a target. The first round of every stream warms up the processes and is not counted. */
export async function measureLoadedReplies(scenario: Scenario, target: LoadTarget, { server, database }: Servers): Promise<Measurement> {
  const { concurrency, rounds, tokens, tokensPerSecond } = scenario
  const rampMs = tokensPerSecond > 0 ? (tokens / tokensPerSecond) * 1000 : 0
  await load(target, concurrency, 1, rampMs)

  const restingBytes = readResidentBytes(server)
  let maxBytes = restingBytes
  const watch = setInterval(() => (maxBytes = Math.max(maxBytes, readResidentBytes(server))), 250)
  const readCpu = () => [server, database].map((pid) => (pid === undefined ? 0 : readTreeCpuMilliseconds(pid)))
  const before = readCpu()
  const transits = createDurations()
  const samples = await load(target, concurrency, rounds, rampMs, transits.record)
  clearInterval(watch)
  const [serverCpu = 0, databaseCpu = 0] = readCpu().map(
    (milliseconds, index) => ((milliseconds - (before[index] ?? 0)) * 1000) / (samples.length * tokens),
  )

  const errors = samples.filter((sample) => sample.error !== undefined)
  const firstTokens = samples.map((sample) => sample.firstTokenMs)
  return {
    replies: samples.length,
    errors: errors.length,
    firstError: errors[0]?.error,
    firstTokenP50: percentile(firstTokens, 0.5),
    firstTokenP99: percentile(firstTokens, 0.99),
    transitP50: transits.percentile(0.5),
    transitP99: transits.percentile(0.99),
    transitP999: transits.percentile(0.999),
    serverCpu,
    databaseCpu,
    bytesPerOpenReply: (maxBytes - restingBytes) / concurrency,
  }
}

/** Returns the target of direct chat-completions calls, through a pass-through. */
export function createCompletionsTarget(baseUrl: string, scenario: Scenario): LoadTarget {
  const url = new URL('/v1/chat/completions', baseUrl)
  const body = JSON.stringify({
    model: formatModelName(scenario),
    stream: true,
    stream_options: { include_usage: true },
    messages: [{ role: 'user', content: 'Which fibre is the strongest?' }],
  })
  return { next: () => ({ url, headers: {}, body }), textEvent: /"content":"([^"]*)"/, end: 'data: [DONE]', tokens: scenario.tokens }
}
