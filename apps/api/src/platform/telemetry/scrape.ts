// Writes the metrics of the process as text, with what is read for it: the queues and sources in the database, and the room on the disks.
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { ServerConfig } from '@heddle/config/config'
import { countJobs, countSourcesByState } from './database-state.sql.ts'
import type { Metrics } from './metrics.ts'

type ScrapeDependencies = { readonly metrics: Metrics; readonly pool: Pool; readonly config: Pick<ServerConfig, 'files'> }

export type Scrape = () => Promise<{ readonly contentType: string; readonly text: string }>

/** Prometheus gives up after 10 s; a frozen database or network folder must not cost it all other metrics. */
const maxReadMs = 3_000

export function createScrape({ metrics, pool, config }: ScrapeDependencies): Scrape {
  const folders = [{ folder: 'temporary', path: tmpdir() }, ...(config.files.s3 ? [] : [{ folder: 'files', path: config.files.dir }])]

  async function readDatabase() {
    const [jobs, sources] = await Promise.all([countJobs(pool), countSourcesByState(pool)])
    return () => {
      for (const { queue, state, count } of jobs) metrics.jobs.set({ queue, state }, count)
      const oldest = Map.groupBy(jobs, ({ queue }) => queue)
      for (const [queue, ofQueue] of oldest)
        metrics.oldestJobSeconds.set({ queue }, Math.max(0, ...ofQueue.map(({ waitingSeconds }) => waitingSeconds ?? 0)))
      for (const { state, count } of sources) metrics.sources.set({ state }, count)
    }
  }

  async function readDisk({ folder, path }: (typeof folders)[number]) {
    const { bavail, blocks, bsize } = await statfs(path)
    return () => {
      metrics.diskFree.set({ folder }, bavail * bsize)
      metrics.diskSize.set({ folder }, blocks * bsize)
    }
  }

  const readDatabaseOnce = shareRunning(readDatabase)
  const diskReads = folders.map((folder) => shareRunning(() => readDisk(folder)))

  return async () => {
    metrics.startProcessMetrics()
    const [applyDatabase, ...applyDisks] = await Promise.all([readDatabaseOnce, ...diskReads].map((read) => readInTime(read)))
    for (const gauge of [metrics.jobs, metrics.oldestJobSeconds, metrics.sources, metrics.diskFree, metrics.diskSize]) gauge.reset()
    for (const apply of [applyDatabase, ...applyDisks]) apply?.()
    metrics.databaseUp.set(applyDatabase ? 1 : 0)
    return { contentType: metrics.registry.contentType, text: await metrics.registry.metrics() }
  }
}

/** Returns what `read` returns, or null when it fails or takes too long. */
const readInTime = <T>(read: () => Promise<T>): Promise<T | null> =>
  Promise.race([read().catch(() => null), wait(maxReadMs, null, { ref: false })])

/** Calls that come while one is running share it: none piles up behind what is frozen. */
function shareRunning<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => (running ??= read().finally(() => (running = undefined)))
}
