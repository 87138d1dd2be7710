// Reports errors to the service that the configuration names, if it names one; the library is loaded only then.
import type { ErrorReporting } from '@heddle/contracts/system/error-reporting'
import type { QueryClient } from '@tanstack/react-query'
import { configQuery } from '#entities/system/config.queries.ts'
import { sessionQueries } from '#entities/auth/session.queries.ts'
import { ApiError, isAborted, NetworkError } from '#shared/api/errors.ts'
import { readLastRequestId } from '#shared/api/request.ts'
import type { ErrorTags } from './report-content.ts'

type Report = (error: unknown, tags: ErrorTags) => void

const maxWaiting = 10
let waiting: Parameters<Report>[] = []
let report: Report = (...given) => {
  if (waiting.length < maxWaiting) waiting.push(given)
}
/** An error passes several boundaries. */
const reported = new WeakSet<object>()

/** A refusal, a missing connection and an abort are no failures of the product. */
const isExpected = (error: unknown) =>
  isAborted(error) || error instanceof NetworkError || (error instanceof ApiError && error.status >= 400 && error.status < 500)

function createTags(error: unknown): ErrorTags {
  const lastId = readLastRequestId()
  if (!(error instanceof ApiError)) return lastId === null ? {} : { last_request_id: lastId }
  const { code, status, requestId } = error
  return { code, status: String(status), ...(requestId !== null && { request_id: requestId }) }
}

/** Reports an error, once, also one from before the configuration was known. */
export function reportError(error: unknown): void {
  if (typeof error !== 'object' || error === null || isExpected(error) || reported.has(error)) return
  reported.add(error)
  report(error, createTags(error))
}

async function load(settings: ErrorReporting, version: string, queryClient: QueryClient): Promise<Report> {
  const { startSentry } = await import('./sentry.ts')
  return startSentry(settings, version, () => {
    const user = settings.send_personal_data ? queryClient.getQueryData(sessionQueries.me().queryKey)?.user : undefined
    return user && { id: user.id, ...(user.email && { email: user.email }) }
  })
}

/** Begins to report where the service says so: never on localhost or an IP address. */
export async function startErrorReporting(queryClient: QueryClient): Promise<void> {
  const config = await queryClient.ensureQueryData(configQuery).catch(() => null)
  const settings = config?.error_reporting
  report = settings ? await load(settings, config.version, queryClient).catch(() => () => {}) : () => {}
  for (const given of waiting) report(...given)
  waiting = []
}
