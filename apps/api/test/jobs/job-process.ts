// A worker in a process of its own, for tests that kill it: its first attempt at a job never ends.
import { createPool } from '@heddle/db/connection'
import { openJobQueue } from '../../src/platform/jobs/job-queue.ts'
import { createLogger } from '../../src/platform/logging/log.ts'
import { createMetrics } from '../../src/platform/telemetry/metrics.ts'
import { hurried } from './job-timing.ts'

const databaseUrl = process.env['DATABASE_URL'] ?? ''
const pool = createPool(databaseUrl, 5)
const dependencies = {
  config: { databaseUrl },
  pool,
  log: createLogger({ logLevel: 'error' }),
  metrics: createMetrics(),
  stopping: new AbortController().signal,
}
await openJobQueue(
  dependencies,
  [
    {
      queue: 'weave',
      async run({ id }) {
        await pool.query(`INSERT INTO file_removal (storage_key, due_at) VALUES ($1, now())`, [`${id}/begun`])
        process.stdout.write('begun\n')
        await new Promise(() => {})
      },
    },
  ],
  hurried,
)
