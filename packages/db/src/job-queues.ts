// The queues of jobs in one list: the migrator creates them, and the worker runs what is in them.

/** The schema of the database that belongs to pg-boss. */
export const jobSchema = 'pgboss'

export type JobQueueOptions = {
  /** `exclusive` lets one job wait or run over all workers; `standard` any number. */
  readonly policy: 'standard' | 'exclusive'
  readonly retryLimit: number
  /** Seconds before the first retry; each further one waits about twice as long, up to `retryDelayMax`. */
  readonly retryDelay: number
  readonly retryBackoff: boolean
  readonly retryDelayMax: number
  /** Seconds without a sign of life after which another worker gets the job. */
  readonly heartbeatSeconds: number
  /** Seconds that a run may take. */
  readonly expireInSeconds: number
  /** Seconds that a job waits to be run before it is given up. */
  readonly retentionSeconds: number
  /** Seconds that a job stays after its end. */
  readonly deleteAfterSeconds: number
  /** Wakes the workers when a job is added. */
  readonly notify: boolean
  /** Gets a copy of each job that has failed for good. */
  readonly deadLetter?: string
}

const hour = 60 * 60
const day = 24 * hour

/** With a monitor that looks every 15 s, a job whose worker died runs again within a minute. */
const retried = {
  retryLimit: 4,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 15 * 60,
  heartbeatSeconds: 15,
  notify: true,
} as const

/** Jobs that failed for good are copied here: the worker logs each, and an administrator finds it for a month. */
export const failedJobs = 'failed-jobs'

const recurring: JobQueueOptions = {
  ...retried,
  policy: 'exclusive',
  expireInSeconds: hour,
  retentionSeconds: day,
  deleteAfterSeconds: day,
  deadLetter: failedJobs,
}

/** A queue comes after the one that it names as its `deadLetter`. */
export const jobQueues = {
  [failedJobs]: { ...retried, policy: 'standard', expireInSeconds: hour, retentionSeconds: 30 * day, deleteAfterSeconds: 30 * day },
  'remove-due-files': recurring,
  'release-stale-reservations': recurring,
  'remove-old-counters': recurring,
  'remove-ended-sessions': recurring,
  'purge-deleted-users': recurring,
} satisfies Record<string, JobQueueOptions>
