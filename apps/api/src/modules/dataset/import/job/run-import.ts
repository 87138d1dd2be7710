// Runs a step of an import. Its result is written by one statement or one transaction, so that an attempt that is killed leaves nothing, and
// the next one begins again.
import { errorMessages } from '@heddle/contracts/error-messages'
import type { ErrorDetail } from '@heddle/contracts/errors'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isDatabaseOutage } from '../../../../platform/database/database-outage.ts'
import type { Dependencies } from '../../../../platform/dependencies.ts'
import { AppError } from '../../../../platform/errors/app-error.ts'
import { openStoredFile, toUnavailable } from '../../../../platform/files/store-file.ts'
import { withUploadFolder } from '../../../../platform/http/upload-intake.ts'
import type { RunningJob } from '../../../../platform/jobs/job-queue.ts'
import { toJson } from '../../dataset.service.ts'
import type { ImportRepository } from '../import.repository.ts'
import { refuseImport } from '../mapping.rules.ts'
import { type ApplyRows, BadRowsError } from './apply-rows.ts'
import { checkFile } from './check-file.ts'
import { ImportLostError, watchImport } from './import-claim.ts'
import { ImportJob } from './import-job.ts'
import { planFile } from './plan-file.ts'
import type { Step } from './step.ts'

type RunDependencies = Pick<Dependencies, 'db' | 'pool' | 'files' | 'log'> & {
  readonly imports: ImportRepository
  readonly applyRows: ApplyRows
}

export const interrupted = { code: 'DATASET_IMPORT_INTERRUPTED', message: errorMessages.DATASET_IMPORT_INTERRUPTED } as const

/** Whether an error may pass by itself: the job is tried again before it fails. */
const isTransient = (error: unknown) => !(error instanceof AppError) || error.statusCode === 503

function toFailure(error: unknown): ErrorDetail {
  if (!(error instanceof AppError)) {
    const code = isDatabaseOutage(error) ? 'DATASET_IMPORT_INTERRUPTED' : 'DATASET_IMPORT_FAILED'
    return { code, message: errorMessages[code] }
  }
  const { code, params } = error
  return { code, message: errorMessages[code], ...(params && { params }) }
}

/** Returns what an import has of the errors that its rows failed by. */
function toFailed(error: unknown) {
  if (!(error instanceof BadRowsError)) return { state: 'failed', failure: toFailure(error) } as const
  const { counts, errors } = error
  return { state: 'failed', failure: toFailure(refuseImport('bad_rows', { count: counts.bad })), counts, ...errors.toColumns() } as const
}

/** Returns the key of what a step reads. Throws for an import that was checked by a release that kept no rows. */
function findStorageKey({ state, storageKey, rowsKey }: Step['record']): string {
  if (state !== 'applying') return storageKey
  if (rowsKey === null) throw refuseImport('definition_changed')
  return rowsKey
}

export function createImportRun({ db, pool, files, log, imports, applyRows }: RunDependencies) {
  async function runStep(step: Omit<Step, 'path' | 'folder'>, { application }: ImportJob) {
    const { key, record, signal } = step
    return withUploadFolder(async (folder) => {
      const path = join(folder, 'file')
      await pipeline(await openStoredFile(files, findStorageKey(record)), createWriteStream(path), { signal }).catch((cause: unknown) => {
        signal.throwIfAborted()
        throw toUnavailable(cause)
      })
      const whole = { ...step, path, folder }
      if (record.state === 'applying' && application) {
        await applyRows(whole, application)
        return 'applied'
      }
      if (record.state === 'checking') {
        await checkFile({ db, pool, files, log, imports }, whole)
        return 'checked'
      }
      if (!(await imports.change(key, await planFile(imports, whole)))) throw new ImportLostError()
      return 'planned'
    })
  }

  /** Ends an attempt that did not end its step. Throws when the queue is to try again, or the failure is to be seen in the log. */
  async function settle(key: Step['key'], error: unknown, { signal, isLastAttempt }: RunningJob) {
    if (error instanceof ImportLostError) return 'lost'
    const isOfRows = error instanceof BadRowsError
    if (signal.aborted || (!isOfRows && isTransient(error) && !isLastAttempt)) throw error
    const { failure, ...failed } = toFailed(error)
    await imports.change(key, { ...failed, failure: toJson(failure) })
    if (!isOfRows && !(error instanceof AppError)) throw error
    log.info({ importId: key.importId, code: failure.code }, 'File could not be imported')
    return 'failed'
  }

  /** Returns what became of the step. */
  return async function runImport(job: RunningJob): Promise<'planned' | 'checked' | 'applied' | 'failed' | 'lost'> {
    const data = ImportJob.parse(job.data)
    const { importId, jobId } = data
    const key = { importId, jobId }
    const record = await imports.findClaimed(key)
    if (!record) return 'lost'
    const claim = watchImport(imports, key)
    try {
      return await runStep({ key, record, claim, signal: AbortSignal.any([job.signal, claim.signal]) }, data)
    } catch (error) {
      return await settle(key, claim.signal.aborted ? claim.signal.reason : error, job)
    } finally {
      await claim.close()
    }
  }
}
