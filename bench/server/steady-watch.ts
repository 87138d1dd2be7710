// Watches API, PostgreSQL and the load itself while replies run: what was seen in each second, and what a minute took.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { type LoopReading, watchLoop } from '../testbed/inspector.ts'
import { type Activity, type Counters, type Statement, watchPostgres } from '../testbed/postgres-watch.ts'
import { readCoreWaitMilliseconds, readProcessTree, readTreeCpuMilliseconds } from '../testbed/process-tree.ts'
import { readPrivateBytes, readResidentBytes } from '../testbed/processes.ts'

const samplesASecond = 4
const loopResolutionMs = 10

/** Of the tokens that were read in a second: how many were late, and the longest on its way. */
export type SecondOfTokens = { late: number; longestMs: number }

/** What a second had, beside its tokens. */
export type Second = {
  readonly api: LoopReading
  /** How long the API's main thread was ready and had no core: PostgreSQL, or another program, had it. */
  readonly coreWaitMs: number
  /** The longest delay of this process, which reads the tokens: what is late by it is not the API's. */
  readonly loadDelayMs: number
  /** Since the second before. */
  readonly postgres: Counters
  readonly isCheckpointing: boolean
  /** Samples of processes at work, by what they waited for. */
  readonly events: Readonly<Record<string, number>>
  readonly longest: Activity | undefined
}

export type Minute = {
  readonly tokens: number
  readonly apiCpuMs: number
  readonly postgresCpuMs: number
  readonly apiBytes: number
  /** The lowest of the minute: nearly without garbage. */
  readonly heapBytes: number
  readonly postgresBytes: number
  readonly backends: number
}

export type SteadyRecord = {
  readonly seconds: readonly Second[]
  readonly minutes: readonly Minute[]
  readonly statements: readonly Statement[]
}

type Watched = {
  readonly databaseUrl: string
  readonly postgresPid: number
  readonly apiPid: number
  readonly inspectorPort: number
  /** Returns the tokens read until now. */
  readonly countTokens: () => number
}

const subtract = (later: Counters, earlier: Counters): Counters => ({
  walBytes: later.walBytes - earlier.walBytes,
  fullPageImages: later.fullPageImages - earlier.fullPageImages,
  checkpoints: later.checkpoints - earlier.checkpoints,
  checkpointPages: later.checkpointPages - earlier.checkpointPages,
  checkpointSyncMs: later.checkpointSyncMs - earlier.checkpointSyncMs,
  newBackends: later.newBackends - earlier.newBackends,
})

/** Watches so many seconds from `begin` on, a time of `performance.now()`. */
export async function watchSteady(
  { databaseUrl, postgresPid, apiPid, inspectorPort, countTokens }: Watched,
  begin: number,
  duration: number,
): Promise<SteadyRecord> {
  const postgres = await watchPostgres(databaseUrl)
  const loop = await watchLoop(inspectorPort)
  const ownDelay = monitorEventLoopDelay({ resolution: loopResolutionMs })
  ownDelay.enable()
  const readCosts = () => ({ tokens: countTokens(), api: readTreeCpuMilliseconds(apiPid), postgres: readTreeCpuMilliseconds(postgresPid) })

  const seconds: Second[] = []
  const minutes: Minute[] = []
  await delay(begin - performance.now())
  await loop.read()
  let counters = await postgres.readCounters()
  let coreWait = readCoreWaitMilliseconds(apiPid)
  let costs = readCosts()
  try {
    while (seconds.length < duration) {
      const activities: Activity[] = []
      let loadDelayMs = 0
      for (let sample = 1; sample <= samplesASecond; sample++) {
        await delay(Math.max(0, begin + (seconds.length + sample / samplesASecond) * 1000 - performance.now()))
        // Before anything else of this turn, so that the delay of the turn is in it.
        loadDelayMs = Math.max(loadDelayMs, ownDelay.max / 1e6 - loopResolutionMs)
        ownDelay.reset()
        activities.push(...(await postgres.readActivity()))
      }
      const [api, now, wait] = [await loop.read(), await postgres.readCounters(), readCoreWaitMilliseconds(apiPid)]
      seconds.push({
        api,
        coreWaitMs: wait - coreWait,
        loadDelayMs,
        postgres: subtract(now, counters),
        isCheckpointing: activities.some(({ kind }) => kind === 'checkpointer'),
        events: Object.fromEntries(
          [...Map.groupBy(activities, ({ event, kind }) => (kind === 'client backend' ? event : `${kind} ${event}`))].map(
            ([event, { length }]) => [event, length],
          ),
        ),
        longest: activities.filter(({ kind }) => kind === 'client backend').toSorted((a, b) => b.milliseconds - a.milliseconds)[0],
      })
      counters = now
      coreWait = wait
      if (seconds.length % 60 !== 0) continue
      const later = readCosts()
      const processes = readProcessTree(postgresPid)
      minutes.push({
        tokens: later.tokens - costs.tokens,
        apiCpuMs: later.api - costs.api,
        postgresCpuMs: later.postgres - costs.postgres,
        apiBytes: readResidentBytes(apiPid),
        heapBytes: Math.min(...seconds.slice(-60).map((second) => second.api.heapUsedBytes)),
        postgresBytes: processes.reduce((sum, pid) => sum + readPrivateBytes(pid), 0),
        backends: processes.length,
      })
      costs = later
    }
    return { seconds, minutes, statements: await postgres.readStatements() }
  } finally {
    ownDelay.disable()
    loop.close()
    await postgres.close()
  }
}
