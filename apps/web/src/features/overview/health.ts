// How the parts of the overview are judged.
import type { Overview } from '@heddle/contracts/overview/overview'

/** `unknown`: could not be read, or nothing is known of it yet. */
export type HealthLevel = 'ok' | 'warning' | 'failed' | 'unknown'

/** With a longer delay the worker does not keep up, or hangs. */
const maxDelaySeconds = 15 * 60

export function judgeModels(models: Overview['models']): HealthLevel {
  if (models === null) return 'unknown'
  const { endpoints, unavailable, untried } = models
  if (unavailable.length === endpoints) return 'failed'
  if (unavailable.length > 0) return 'warning'
  return untried.length > 0 ? 'unknown' : 'ok'
}

export const isOverdue = ({ delay_seconds: delay }: NonNullable<Overview['worker']>): boolean => delay > maxDelaySeconds

export function judgeWorker(worker: Overview['worker']): HealthLevel {
  if (worker === null) return 'unknown'
  if (!worker.is_running) return 'failed'
  return isOverdue(worker) ? 'warning' : 'ok'
}

export function judgeStorage(storage: Overview['storage']): HealthLevel {
  if (storage === null) return 'unknown'
  return storage.state === 'low' ? 'warning' : storage.state
}

export function judgeBackup(backup: Overview['backup']): HealthLevel {
  if (backup === null || backup.last_at === null) return 'unknown'
  return backup.is_recent ? 'ok' : 'warning'
}
