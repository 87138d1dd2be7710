// A worker in a process of its own that sums usage up all the time, for tests that kill it.
import { setTimeout as pause } from 'node:timers/promises'
import { createPool } from '@heddle/db/connection'
import { rollUpAllUsage } from '../../src/modules/usage/rollup/usage-rollup.sql.ts'

const pool = createPool(process.env['DATABASE_URL'] ?? '', 1, { connectMs: 60_000, responseMs: 60_000 })
process.stdout.write('started\n')
for (;;) {
  await rollUpAllUsage(pool)
  await pause(20)
}
