// The job process.
import { runProcess } from './process.ts'
import { runningJobs } from './run-jobs.ts'
import { servingMetrics } from './serve-metrics.ts'

await runProcess([runningJobs, servingMetrics])
