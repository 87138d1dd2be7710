// Passes on what the web reports of errors, to the configured service only.
import { EnvelopeHeader, isReportedHost, sendErrorEnvelope } from '@heddle/contracts/system/error-reporting'
import { limits } from '@heddle/contracts/limits'
import type { Dependencies } from '../../platform/dependencies.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { App } from '../../platform/http/app-instance.ts'

/** Characters of the first line of an envelope. */
const maxHeaderLength = 10_000
const passingMs = 10_000
/** Envelopes on their way from this process at once. */
const maxPassing = 20

/** Where a service takes envelopes, by the format of its DSN: https://key@host/path/project. */
function createEnvelopeUrl(dsn: string): string {
  const { protocol, host, username, pathname } = new URL(dsn)
  const end = pathname.lastIndexOf('/')
  return `${protocol}//${host}${pathname.slice(0, end)}/api/${pathname.slice(end + 1)}/envelope/?sentry_version=7&sentry_key=${username}`
}

function parseHeader(envelope: string) {
  try {
    return EnvelopeHeader.safeParse(JSON.parse(envelope.slice(0, maxHeaderLength).split('\n', 1)[0] ?? '')).data
  } catch {
    return undefined
  }
}

export function errorTunnelRoutes(app: App, { config: { errorReporting }, log }: Pick<Dependencies, 'config' | 'log'>) {
  let passing = 0

  async function pass(dsn: string, envelope: string) {
    passing += 1
    try {
      const response = await fetch(createEnvelopeUrl(dsn), { method: 'POST', body: envelope, signal: AbortSignal.timeout(passingMs) })
      await response.body?.cancel()
      if (!response.ok) log.warn({ status: response.status }, 'Error-reporting service refused an envelope')
    } catch (error) {
      log.warn({ err: error }, 'Error-reporting service could not be reached')
    } finally {
      passing -= 1
    }
  }

  app.route({
    ...sendErrorEnvelope,
    // JSON doubles the quotation marks of the envelope. Without a service, no large body is read.
    bodyLimit: errorReporting ? 2 * limits.errorEnvelopeCharacters : limits.bodyBytes,
    config: { ...sendErrorEnvelope.config, light: true },
    handler: async ({ hostname, body: { envelope } }) => {
      if (!errorReporting || !isReportedHost(hostname)) throw new AppError('NOT_FOUND')
      if (parseHeader(envelope)?.dsn !== errorReporting.dsn) throw new AppError('BAD_REQUEST')
      if (passing >= maxPassing) throw new AppError('SERVICE_UNAVAILABLE', { params: { retry_after: 15 } })
      await pass(errorReporting.dsn, envelope)
      return { ok: true as const }
    },
  })
}
