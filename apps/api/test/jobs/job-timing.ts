import type { JobQueueTiming } from '../../src/platform/jobs/job-queue.ts'

/** The queue as in production, ten times as fast. */
export const hurried: JobQueueTiming = {
  pollSeconds: 0.5,
  monitorSeconds: 1,
  heartbeatSeconds: 0.5,
  scheduleSeconds: 1,
  maxStopMs: 1_000,
}
