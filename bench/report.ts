import type { Measurement, Scenario } from './replies.ts'

const columns = ['', 'replies', 'errors', 'first token p50 ms', 'p99 ms', 'CPU ms / 1,000 tokens', 'kB / open reply']

const round = (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(1))

/** Prints one scenario as a Markdown table, with the cost of Heddle relative to the pass-through. */
export function printReplies(scenario: Scenario, results: Readonly<Record<string, Measurement>>) {
  const rows = Object.entries(results).map(([name, result]) => [
    name,
    String(result.replies),
    String(result.errors),
    round(result.firstTokenP50),
    round(result.firstTokenP99),
    name === 'direct' ? '–' : round(result.cpuPer1000Tokens),
    name === 'direct' ? '–' : round(result.bytesPerOpenReply / 1024),
  ])
  const pace = scenario.tokensPerSecond > 0 ? `at ${scenario.tokensPerSecond} tokens/s` : 'as fast as it goes'
  const lines = [`\n### ${scenario.name} of ${scenario.tokens} tokens, ${pace}\n`, columns, columns.map(() => '---'), ...rows]
  for (const line of lines) process.stdout.write(typeof line === 'string' ? `${line}\n` : `| ${line.join(' | ')} |\n`)
  const [bare, ours] = [results['pass-through'], results['Heddle']]
  if (bare && ours) {
    process.stdout.write(
      `\nAdded to the first token: p50 ${round(ours.firstTokenP50 - bare.firstTokenP50)} ms, p99 ${round(ours.firstTokenP99 - bare.firstTokenP99)} ms. ` +
        `CPU a token: ${round(ours.cpuPer1000Tokens / bare.cpuPer1000Tokens)} times the pass-through's.\n`,
    )
  }
  for (const [name, { firstError }] of Object.entries(results)) {
    if (firstError !== undefined) process.stdout.write(`${name}, first error: ${firstError}\n`)
  }
}
