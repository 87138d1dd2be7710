// The job process.
import { runProcess } from './process.ts'
import { runningJobs } from './run-jobs.ts'
import { serveMetrics } from './serve-metrics.ts'

await runProcess([
  {
    ...runningJobs,
    // With the connections of the jobs: a database client of its own would take 20 MB.
    async start(dependencies) {
      const stops = await Promise.all([runningJobs.start(dependencies), serveMetrics(dependencies)])
      return async () => void (await Promise.all(stops.map((stop) => stop())))
    },
  },
])
