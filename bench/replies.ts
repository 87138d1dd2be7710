// Replies of the demonstration model: direct, through the minimal server, and through the API.
import { readCpuMilliseconds, readResidentBytes, type Child } from './processes.ts'
import { load, percentile, type Target } from './load.ts'

export type Scenario = {
  readonly name: string
  readonly concurrency: number
  readonly rounds: number
  readonly tokens: number
  /** Tokens a second of the model; 0 is as fast as they are read. */
  readonly tokensPerSecond: number
}

export const scenarios: readonly Scenario[] = [
  { name: '1 reply', concurrency: 1, rounds: 5, tokens: 200, tokensPerSecond: 50 },
  { name: '50 replies', concurrency: 50, rounds: 4, tokens: 200, tokensPerSecond: 50 },
  { name: '200 replies', concurrency: 200, rounds: 4, tokens: 200, tokensPerSecond: 50 },
  { name: '50 unthrottled', concurrency: 50, rounds: 6, tokens: 200, tokensPerSecond: 0 },
]

export type Measurement = {
  readonly replies: number
  readonly errors: number
  readonly firstError: string | undefined
  readonly firstTokenP50: number
  readonly firstTokenP99: number
  readonly cpuPer1000Tokens: number
  readonly bytesPerOpenReply: number
}

export const formatModelName = ({ tokens, tokensPerSecond }: Scenario) =>
  `demo:tokens=${tokens},tps=${tokensPerSecond},reasoning=none,latency=0`

/** Runs a scenario against a target; `server` is the measured process, undefined for direct calls. */
export async function measure(scenario: Scenario, target: Target, server: Child | undefined): Promise<Measurement> {
  const { concurrency, rounds, tokens, tokensPerSecond } = scenario
  const rampMs = tokensPerSecond > 0 ? (tokens / tokensPerSecond) * 1000 : 0
  const restingBytes = server ? readResidentBytes(server.pid) : 0
  let maxBytes = restingBytes
  const watch = setInterval(() => (maxBytes = server ? Math.max(maxBytes, readResidentBytes(server.pid)) : 0), 250)
  const cpuBefore = server ? readCpuMilliseconds(server.pid) : 0
  const samples = await load(target, concurrency, rounds, rampMs)
  clearInterval(watch)
  const cpu = server ? readCpuMilliseconds(server.pid) - cpuBefore : 0
  const errors = samples.filter((sample) => sample.error !== undefined)
  const firstTokens = samples.map((sample) => sample.firstTokenMs)
  return {
    replies: samples.length,
    errors: errors.length,
    firstError: errors[0]?.error,
    firstTokenP50: percentile(firstTokens, 0.5),
    firstTokenP99: percentile(firstTokens, 0.99),
    cpuPer1000Tokens: (cpu / (samples.length * tokens)) * 1000,
    bytesPerOpenReply: (maxBytes - restingBytes) / concurrency,
  }
}

/** Returns the target of direct chat-completions calls, at the model or at a pass-through. */
export function createCompletionsTarget(baseUrl: string, scenario: Scenario): Target {
  const url = new URL('/v1/chat/completions', baseUrl)
  const body = JSON.stringify({
    model: formatModelName(scenario),
    stream: true,
    stream_options: { include_usage: true },
    messages: [{ role: 'user', content: 'Which fibre is the strongest?' }],
  })
  return { next: () => ({ url, headers: {}, body }), firstToken: '"content":', end: 'data: [DONE]' }
}
