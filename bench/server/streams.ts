// The number of streams that one core for API and PostgreSQL carries: up to which the 99th percentile of a token's transit stays short.
import { createChatTarget } from '../load/chat-target.ts'
import { percentile } from '../load/load.ts'
import { createCompletionsTarget, type Measurement, measureLoadedReplies, type Scenario } from '../load/scenario.ts'
import { formatNumber, printFirstErrors, printNote, printTable } from '../report.ts'
import type { Testbed } from '../testbed/testbed.ts'
import { createWorld } from '../testbed/world.ts'
import { keepCarried } from './carried-streams.ts'

const maxTransitMs = 250
/** Tried until one is too many; then the gap is halved. */
const steps = [50, 100, 150, 200, 300, 400, 500, 600] as const
const maxStreams = Math.max(...steps)
const precision = { full: 25, quick: 50 }
/** Complete searches for each length of a token. */
const repetitions = { full: 3, quick: 1 }
/** Characters of a token: six as of a model in English, and fourteen. */
const lengths = [6, 14] as const

type Step = { readonly streams: number; readonly result: Measurement }

const isCarried = ({ transitP99, errors }: Measurement) => errors === 0 && transitP99 <= maxTransitMs

/** Measures growing numbers of streams, then between the last that was carried and the first that was not. Returns every step. */
async function findMaxStreams(measure: (streams: number) => Promise<Measurement>, gap: number): Promise<Step[]> {
  const tried: Step[] = []
  let [carried, overloaded] = [0, maxStreams + 1]
  const attempt = async (streams: number) => {
    const result = await measure(streams)
    tried.push({ streams, result })
    if (isCarried(result)) carried = streams
    else overloaded = streams
  }
  for (const streams of steps) if (overloaded > maxStreams) await attempt(streams)
  while (overloaded <= maxStreams && overloaded - carried > gap) await attempt((carried + overloaded) / 2)
  return tried
}

const findCarried = (tried: readonly Step[]) =>
  Math.max(0, ...tried.filter(({ result }) => isCarried(result)).map(({ streams }) => streams))

/** Searches several times for each length of a token, measures as many of the pass-through, and prints both. */
export async function runStreams(bed: Testbed): Promise<void> {
  const medians: number[] = []
  for (const characters of lengths) medians.push(await searchLength(bed, characters))
  await keepCarried(Math.min(...medians))
}

/** Returns the median of the searches; each has a new process, and all have one database. */
async function searchLength(bed: Testbed, characters: number): Promise<number> {
  const passThrough = await bed.startPassThrough()
  const world = await createWorld(bed.databaseUrl, bed.secretKey, maxStreams)
  const createScenario = (concurrency: number): Scenario => ({
    concurrency,
    rounds: bed.isQuick ? 2 : 3,
    tokens: 200,
    tokensPerSecond: 50,
    characters,
  })
  const search = async () => {
    const api = await bed.startApi()
    try {
      return await findMaxStreams(
        async (streams) => {
          const scenario = createScenario(streams)
          return measureLoadedReplies(scenario, await createChatTarget(api.url, world, scenario), {
            server: api.pid,
            database: bed.postgresPid,
          })
        },
        precision[bed.isQuick ? 'quick' : 'full'],
      )
    } finally {
      await api.stop()
    }
  }
  try {
    const searches: Step[][] = []
    while (searches.length < repetitions[bed.isQuick ? 'quick' : 'full']) searches.push(await search())
    const found = searches.map(findCarried)
    const median = percentile(found, 0.5)
    const scenario = createScenario(Math.max(median, 1))
    const limit = await measureLoadedReplies(scenario, createCompletionsTarget(passThrough.url, scenario), { server: passThrough.pid })
    printStreams(characters, searches, median, limit)
    return median
  } finally {
    await world.close()
    await passThrough.stop()
  }
}

function printStreams(characters: number, searches: readonly (readonly Step[])[], median: number, limit: Measurement) {
  const tried = searches.flatMap((search, index) => search.map((step) => ({ ...step, search: index + 1 })))
  printTable(
    `Streams a core, of 200 tokens of ${characters} characters at 50 tokens/s`,
    ['streams', 'search', 'errors', 'first token p50 ms', 'p99 ms', 'transit of a token p50 ms', 'p99 ms', 'p99.9 ms', 'CPU a token, µs'],
    tried
      .toSorted((a, b) => a.streams - b.streams)
      .map(({ streams, search, result }) => [
        String(streams),
        String(search),
        String(result.errors),
        ...[
          result.firstTokenP50,
          result.firstTokenP99,
          result.transitP50,
          result.transitP99,
          result.transitP999,
          result.serverCpu + result.databaseCpu,
        ].map(formatNumber),
      ]),
  )
  printFirstErrors(Object.fromEntries(tried.map(({ streams, search, result }) => [`${streams} streams, search ${search}`, result])))
  const found = searches.map(findCarried)
  printNote(
    `Transit p99 stays within ${maxTransitMs} ms up to **${median} streams**${median === maxStreams ? ' (more were not tried)' : ''}, ` +
      `the median of ${found.join(', ')}; with as many the pass-through has ${formatNumber(limit.transitP99)} ms, ` +
      `and ${formatNumber(limit.serverCpu)} µs of CPU a token.`,
  )
}
