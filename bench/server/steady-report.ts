// Prints what a steady load was like.
import { type Durations, percentile } from '../load/load.ts'
import { formatNumber, printNote, printTable } from '../report.ts'
import type { Statement } from '../testbed/postgres-watch.ts'
import type { Minute, Second, SecondOfTokens, SteadyRecord } from './steady-watch.ts'

const statementsShown = 12
const stallsShown = 40
/** Tables that nothing else of this load reads or writes by a statement of its own: triggers mark what is new. */
const tasks = { 'roll-up of usage': /\busage_(stale_period|rollup|day)\b/, 'index of the search': /\b(search_pending|chat_text)\b/ }

export type Steady = SteadyRecord & {
  readonly concurrency: number
  readonly tokens: number
  readonly tokensPerSecond: number
  readonly replies: number
  readonly errors: number
  readonly firstTokens: Durations
  readonly transits: Durations
  readonly ofTokens: readonly SecondOfTokens[]
}

const formatMegabytes = (bytes: number) => formatNumber(bytes / 1024 ** 2)
const formatPercent = (share: number) => `${formatNumber(share * 100)} %`
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const max = (values: readonly number[]) => values.reduce((longest, value) => Math.max(longest, value), 0)

export function printSteady(steady: Steady): void {
  const { concurrency, tokens, tokensPerSecond, replies, errors, seconds, minutes, statements, ofTokens } = steady
  const percentiles = [0.5, 0.99, 0.999, 1]
  printTable(
    `${concurrency} streams of ${tokens} tokens at ${tokensPerSecond} tokens/s, ${seconds.length} s: ${replies} replies, ${errors} errors`,
    ['ms', 'p50', 'p99', 'p99.9', 'most'],
    [
      ['first token', ...percentiles.map((share) => formatNumber(steady.firstTokens.percentile(share)))],
      ['transit of a token', ...percentiles.map((share) => formatNumber(steady.transits.percentile(share)))],
    ],
  )
  printMinutes(minutes)
  printWork(seconds)
  const stalls = findStalls(ofTokens, seconds)
  printEvents(
    seconds,
    stalls.flatMap(({ seen }) => seen),
  )
  printStatements(statements)
  printStalls(stalls)
}

function printMinutes(minutes: readonly Minute[]) {
  printTable(
    'By minute',
    [
      'minute',
      'tokens',
      'CPU a token, µs: API',
      'PostgreSQL',
      'both',
      'API, MB',
      'its heap at least, MB',
      'PostgreSQL without files, MB',
      'its processes',
    ],
    minutes.map((minute, index) => [
      String(index + 1),
      minute.tokens.toLocaleString('en'),
      ...[minute.apiCpuMs, minute.postgresCpuMs, minute.apiCpuMs + minute.postgresCpuMs].map((ms) =>
        formatNumber((ms * 1000) / minute.tokens),
      ),
      ...[minute.apiBytes, minute.heapBytes, minute.postgresBytes].map(formatMegabytes),
      String(minute.backends),
    ]),
  )
}

function printWork(seconds: readonly Second[]) {
  const counters = seconds.map(({ postgres }) => postgres)
  const loops = seconds.map(({ api }) => api)
  const delays = loops.map(({ delayP99 }) => delayP99)
  printTable(
    'Held up',
    ['', ''],
    [
      [
        'event-loop delay of the API, p99 of a second: median / most, ms',
        `${formatNumber(percentile(delays, 0.5))} / ${formatNumber(max(delays))}`,
      ],
      ['longest, ms', formatNumber(max(loops.map(({ delayMax }) => delayMax)))],
      ['garbage collection of the API: share of the time', formatPercent(sum(loops.map(({ gcSum }) => gcSum)) / (seconds.length * 1000))],
      ['longest pause, ms', formatNumber(max(loops.map(({ gcMax }) => gcMax)))],
      [
        'wait of its main thread for the core: share of the time',
        formatPercent(sum(seconds.map(({ coreWaitMs }) => coreWaitMs)) / (seconds.length * 1000)),
      ],
      ['event-loop delay of the load, most, ms', formatNumber(max(seconds.map(({ loadDelayMs }) => loadDelayMs)))],
      ['WAL, MB', formatMegabytes(sum(counters.map(({ walBytes }) => walBytes)))],
      ['full-page images', sum(counters.map(({ fullPageImages }) => fullPageImages)).toLocaleString('en')],
      [
        'checkpoints / pages / ms of syncing',
        ['checkpoints', 'checkpointPages', 'checkpointSyncMs']
          .map((name) => sum(counters.map((each) => each[name as 'checkpoints'])).toFixed(0))
          .join(' / '),
      ],
      ['seconds of a checkpoint', String(seconds.filter(({ isCheckpointing }) => isCheckpointing).length)],
      ['new connections', String(sum(counters.map(({ newBackends }) => newBackends)))],
    ],
  )
}

function sumEvents(seconds: readonly Second[]): Map<string, number> {
  const total = new Map<string, number>()
  for (const { events } of seconds) for (const [event, count] of Object.entries(events)) total.set(event, (total.get(event) ?? 0) + count)
  return total
}

/** A process that waits all the time for one thing has 4 samples a second. */
function printEvents(seconds: readonly Second[], stalled: readonly Second[]) {
  const [all, inStalls] = [sumEvents(seconds), sumEvents(stalled)]
  printTable(
    'PostgreSQL: samples a second of processes within a statement or a transaction',
    ['waits for', 'all seconds', 'seconds of stalls'],
    [...all]
      .toSorted(([, a], [, b]) => b - a)
      .map(([event, count]) => [event, (count / seconds.length).toFixed(2), formatNumber((inStalls.get(event) ?? 0) / stalled.length)]),
  )
}

function printStatements(statements: readonly Statement[]) {
  printTable(
    'Statements by their time',
    ['share', 'calls', 'mean ms', 'longest ms', ''],
    statements
      .slice(0, statementsShown)
      .map(({ query, calls, totalMs, maxMs, share }) => [
        formatPercent(share),
        calls.toLocaleString('en'),
        (totalMs / calls).toFixed(2),
        formatNumber(maxMs),
        `\`${query.slice(0, 100).replaceAll('|', '\\|').replaceAll('`', "'")}\``,
      ]),
  )
  const shares = Object.entries(tasks).map(([name, tables]) => {
    const share = sum(statements.filter(({ query }) => tables.test(query)).map((statement) => statement.share))
    return `the ${name} ${formatPercent(share)}`
  })
  printNote(`Of the time of all statements have ${shares.join(', ')}.`)
}

type Stall = SecondOfTokens & { readonly at: number; readonly seen: readonly Second[] }

/** A stall is a second in which late tokens were read; seen is what happened since the latest of them was written. */
const findStalls = (ofTokens: readonly SecondOfTokens[], seconds: readonly Second[]): Stall[] =>
  ofTokens.flatMap((second, at) =>
    second.late > 0 ? [{ ...second, at, seen: seconds.slice(Math.max(0, at - Math.ceil(second.longestMs / 1000)), at + 1) }] : [],
  )

function printStalls(stalls: readonly Stall[]) {
  if (stalls.length === 0) return printNote('No token took more than 500 ms.')
  printTable(
    `${stalls.length} seconds with tokens that took more than 500 ms`,
    [
      'second',
      'tokens',
      'longest ms',
      'event loop ms',
      'GC ms',
      'without a core ms',
      "load's loop ms",
      'checkpoint',
      'new connections',
      'WAL MB',
      'full pages',
      'longest statement',
      'waits',
    ],
    stalls.slice(0, stallsShown).map(({ at, late, longestMs, seen }) => {
      const [longest] = seen.flatMap((second) => second.longest ?? []).toSorted((a, b) => b.milliseconds - a.milliseconds)
      const events = [...sumEvents(seen)].toSorted(([, a], [, b]) => b - a).slice(0, 4)
      return [
        String(at),
        String(late),
        ...[
          longestMs,
          max(seen.map(({ api }) => api.delayMax)),
          max(seen.map(({ api }) => api.gcMax)),
          sum(seen.map(({ coreWaitMs }) => coreWaitMs)),
          max(seen.map(({ loadDelayMs }) => loadDelayMs)),
        ].map(formatNumber),
        seen.some(({ isCheckpointing }) => isCheckpointing) ? 'yes' : '',
        String(sum(seen.map(({ postgres }) => postgres.newBackends))),
        formatMegabytes(sum(seen.map(({ postgres }) => postgres.walBytes))),
        String(sum(seen.map(({ postgres }) => postgres.fullPageImages))),
        longest ? `${formatNumber(longest.milliseconds)} ms: \`${longest.query.replaceAll('|', '\\|').replaceAll('`', "'")}\`` : '',
        events.map(([event, count]) => `${event} ${count}`).join(', '),
      ]
    }),
  )
}
