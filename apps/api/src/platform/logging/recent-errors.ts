// The last errors that the process has logged, for the debug views: what of them may leave the log, as error reports tell it.
import { toReportedMessage } from '@heddle/contracts/system/error-reporting'
import type { RecentError } from '@heddle/contracts/debug/debug'
import { limits } from '@heddle/contracts/limits'
import { presentTime } from '../http/presenting.ts'
import type { LoggedError, LoggedFailure } from './log.ts'

export type RecentErrors = ReturnType<typeof createRecentErrors>

const listCauses = (error: LoggedError | undefined): RecentError['causes'] =>
  error === undefined
    ? []
    : [{ type: error.type, code: error.code ?? null, message: toReportedMessage(error.type, error.message) }, ...listCauses(error.cause)]

/** Keeps the latest errors of the process in memory; the oldest are dropped. */
export function createRecentErrors({ now }: { readonly now: () => Date }) {
  const since = presentTime(now())
  const errors: RecentError[] = []
  return {
    add: ({ level, sentence, requestId, tags, error }: LoggedFailure): void => {
      errors.unshift({
        at: presentTime(now()),
        level,
        sentence,
        request_id: requestId ?? null,
        tags: { ...tags },
        causes: listCauses(error),
      })
      errors.splice(limits.recentErrors)
    },
    /** The latest first, and since when they are kept. */
    list: () => ({ errors: [...errors], since }),
  }
}
