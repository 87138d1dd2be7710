// The list of job queues: the migrator creates them, and the worker runs their jobs.

/** The database schema of pg-boss. */
export const jobSchema = 'pgboss'

export type JobQueueOptions = {
  /** `exclusive` allows one waiting or running job over all workers; `standard` any number. */
  readonly policy: 'standard' | 'exclusive'
  readonly retryLimit: number
  /** Seconds before the first retry; each further one waits about twice as long, up to `retryDelayMax`. */
  readonly retryDelay: number
  readonly retryBackoff: boolean
  readonly retryDelayMax: number
  /** Seconds without a heartbeat after which another worker gets the job. */
  readonly heartbeatSeconds: number
  /** Maximum seconds of a run. */
  readonly expireInSeconds: number
  /** Maximum seconds that a job waits to be run. */
  readonly retentionSeconds: number
  /** Seconds that a job stays after its end. */
  readonly deleteAfterSeconds: number
  /** Wakes the workers when a job is added. */
  readonly notify: boolean
  /** The queue that gets a copy of each permanently failed job. */
  readonly deadLetter?: string
}

const hour = 60 * 60
const day = 24 * hour

/** With a monitor every 15 s, the job of a dead worker runs again within a minute. */
const retried = {
  retryLimit: 4,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 15 * 60,
  heartbeatSeconds: 15,
  notify: true,
} as const

/** The queue of permanently failed jobs: the worker logs each, and administrators can inspect it for a month. */
export const failedJobs = 'failed-jobs'

const recurring: JobQueueOptions = {
  ...retried,
  policy: 'exclusive',
  expireInSeconds: hour,
  retentionSeconds: day,
  deleteAfterSeconds: day,
  deadLetter: failedJobs,
}

const ofSource = {
  ...retried,
  policy: 'standard',
  retryLimit: 3,
  retryDelay: 10,
  retryDelayMax: 5 * 60,
  retentionSeconds: 30 * day,
  deleteAfterSeconds: day,
  deadLetter: failedJobs,
} as const

/** A source of a collection is read, cut and indexed; a job's data is `{ sourceId, jobId }`. */
export const ingestQueue = 'knowledge-ingest'

/** The page of a source is fetched; a job's data is the same. */
export const syncQueue = 'knowledge-sync'
/** An index of a collection is built beside the one that is searched; a job's data is `{ indexVersionId, jobId }`. */
export const reindexQueue = 'knowledge-reindex'
/** The collection of a first start gets its documents; a job's data is `{ collectionId }`. */
export const sampleQueue = 'knowledge-sample'

/** The typed table of a version of a dataset is filled; a job's data is `{ versionId }`. */
export const datasetQueue = 'dataset-publish'

/** A step of an import into a dataset: its file is read, checked or applied; a job's data is `{ importId, jobId, … }`. */
export const datasetImportQueue = 'dataset-import'

/** The questions of an evaluation run are asked; a job's data is `{ runId }`. */
export const evalRunQueue = 'eval-run'

/** The takeout of a user is written; a job's data is `{ takeoutId }`. */
export const takeoutQueue = 'takeout'

/** A queue comes after the one that it names as its `deadLetter`. */
export const jobQueues = {
  [failedJobs]: { ...retried, policy: 'standard', expireInSeconds: hour, retentionSeconds: 30 * day, deleteAfterSeconds: 30 * day },
  'remove-due-files': recurring,
  'release-stale-reservations': recurring,
  'remove-old-counters': recurring,
  'check-usage-rollup': recurring,
  'remove-ended-sessions': recurring,
  'purge-deleted-users': recurring,
  'remove-old-indexes': recurring,
  'update-hnsw-indexes': recurring,
  [ingestQueue]: { ...ofSource, expireInSeconds: 6 * hour },
  [syncQueue]: { ...ofSource, expireInSeconds: hour },
  [reindexQueue]: { ...ofSource, expireInSeconds: 6 * hour },
  [sampleQueue]: recurring,
  [datasetQueue]: { ...ofSource, expireInSeconds: hour },
  [datasetImportQueue]: { ...ofSource, expireInSeconds: hour },
  'update-dataset-tables': recurring,
  [evalRunQueue]: { ...ofSource, expireInSeconds: 6 * hour },
  [takeoutQueue]: { ...ofSource, expireInSeconds: hour },
} satisfies Record<string, JobQueueOptions>
