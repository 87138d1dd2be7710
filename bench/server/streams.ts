// The number of streams that one core for API and PostgreSQL carries: up to which the 99th percentile of a token's transit stays short.
import { createChatTarget } from '../load/chat-target.ts'
import { createCompletionsTarget, type Measurement, measureLoadedReplies, type Scenario } from '../load/scenario.ts'
import { formatNumber, printFirstErrors, printNote, printTable } from '../report.ts'
import type { Testbed } from '../testbed/testbed.ts'
import { createWorld } from '../testbed/world.ts'

const maxTransitMs = 250
/** Tried until one is too many; then the gap is halved. */
const steps = [50, 100, 150, 200, 300, 400, 500, 600] as const
const maxStreams = Math.max(...steps)
const precision = { full: 25, quick: 50 }

type Step = { readonly streams: number; readonly result: Measurement }

const isCarried = ({ transitP99, errors }: Measurement) => errors === 0 && transitP99 <= maxTransitMs

/** Measures growing numbers of streams, then between the last that was carried and the first that was not. Returns every step. */
async function findMaxStreams(measure: (streams: number) => Promise<Measurement>, gap: number): Promise<Step[]> {
  const tried: Step[] = []
  let [carried, overloaded] = [0, maxStreams + 1]
  const attempt = async (streams: number) => {
    let isEnough = false
    // A second chance: what else the machine does can hold up one measurement.
    for (let count = 0; count < 2 && !isEnough; count += 1) {
      const result = await measure(streams)
      tried.push({ streams, result })
      isEnough = isCarried(result)
    }
    if (isEnough) carried = streams
    else overloaded = streams
  }
  for (const streams of steps) if (overloaded > maxStreams) await attempt(streams)
  while (overloaded <= maxStreams && overloaded - carried > gap) await attempt((carried + overloaded) / 2)
  return tried
}

/** Finds the number for the API, measures as many of the pass-through, and prints both. */
export async function runStreams(bed: Testbed): Promise<void> {
  const passThrough = await bed.startPassThrough()
  const api = await bed.startApi()
  const world = await createWorld(bed.databaseUrl, bed.secretKey, maxStreams)
  const createScenario = (concurrency: number): Scenario => ({
    concurrency,
    rounds: bed.isQuick ? 2 : 3,
    tokens: 200,
    tokensPerSecond: 50,
  })
  try {
    const tried = await findMaxStreams(
      async (streams) => {
        const scenario = createScenario(streams)
        return measureLoadedReplies(scenario, await createChatTarget(api.url, world, scenario), {
          server: api.pid,
          database: bed.postgresPid,
        })
      },
      precision[bed.isQuick ? 'quick' : 'full'],
    )
    const maximum = Math.max(0, ...tried.filter(({ result }) => isCarried(result)).map(({ streams }) => streams))
    const scenario = createScenario(Math.max(maximum, 1))
    const limit = await measureLoadedReplies(scenario, createCompletionsTarget(passThrough.url, scenario), { server: passThrough.pid })
    printStreams(tried, maximum, limit)
  } finally {
    await world.close()
    await api.stop()
    await passThrough.stop()
  }
}

function printStreams(tried: readonly Step[], maximum: number, limit: Measurement) {
  printTable(
    'Streams a core, of 200 tokens at 50 tokens/s',
    ['streams', 'errors', 'first token p99 ms', 'transit of a token p50 ms', 'p99 ms', 'CPU a token, µs'],
    tried
      .toSorted((a, b) => a.streams - b.streams)
      .map(({ streams, result }) => [
        String(streams),
        String(result.errors),
        ...[result.firstTokenP99, result.transitP50, result.transitP99, result.serverCpu + result.databaseCpu].map(formatNumber),
      ]),
  )
  printFirstErrors(Object.fromEntries(tried.map(({ streams, result }) => [`${streams} streams`, result])))
  printNote(
    `Transit p99 stays within ${maxTransitMs} ms up to **${maximum} streams**${maximum === maxStreams ? ' (more were not tried)' : ''}; ` +
      `with as many the pass-through has ${formatNumber(limit.transitP99)} ms.`,
  )
}
