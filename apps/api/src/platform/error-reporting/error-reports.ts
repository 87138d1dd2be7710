// Reports what is logged as an error to a Sentry-compatible service. Its library is loaded only where one is configured.
import type { ErrorReportingSettings } from '@heddle/config/config'
import { isReportedHost } from '@heddle/contracts/system/error-reporting'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { LoggedFailure } from '../logging/log.ts'
import { version } from '../version.ts'
import type { ErrorClient } from './error-client.ts'

/** What waits for the service when the process ends. */
const flushMs = 2_000

export type ErrorReports = ReturnType<typeof createErrorReports>

type ErrorReportOptions = {
  readonly settings: ErrorReportingSettings
  /** Where people open the application: what no request caused is reported only with a host that is. */
  readonly publicOrigin: string | undefined
}

export function createErrorReports({ settings, publicOrigin }: ErrorReportOptions) {
  const requests = new WeakMap<FastifyBaseLogger, FastifyRequest>()
  const isPublic = publicOrigin !== undefined && isReportedHost(new URL(publicOrigin).hostname)
  const client = import('./error-client.ts').then(({ createErrorClient }) => createErrorClient(settings, version))

  /** Reports never fail what they are about. */
  const use = (act: (client: ErrorClient) => void) => void client.then(act).catch(() => {})

  return {
    settings,

    /** Notes that what `request.log` logs is of this request. */
    follow(request: FastifyRequest) {
      requests.set(request.log, request)
    },

    /** Reports what was logged, unless it is of a request to localhost or an IP address. */
    report: (failure: LoggedFailure) => {
      const request = requests.get(failure.logger)
      if (!(request ? isReportedHost(request.hostname) : isPublic)) return
      const userId = settings.sendPersonalData ? request?.knownActor?.id : undefined
      use((opened) => opened.sendError(failure, { userId, headers: request?.headers }))
    },

    /** Reports the time of a request that has ended. */
    trace(request: FastifyRequest, statusCode: number, elapsedMs: number) {
      const { url: route, config } = request.routeOptions
      if (route === undefined || config.quiet || config.light || !isReportedHost(request.hostname)) return
      const endedAt = Date.now()
      use((opened) =>
        opened.sendTrace({
          name: `${request.method} ${route}`,
          statusCode,
          startedAt: endedAt - elapsedMs,
          endedAt,
          requestId: request.id,
          headers: request.headers,
        }),
      )
    },

    /** Waits for the reports that are on their way, and sends no more. */
    async close() {
      await client.then((opened) => opened.close(flushMs)).catch(() => {})
    },
  }
}
