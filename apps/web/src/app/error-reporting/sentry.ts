// The client of the error-reporting service. What it sends passes `report-content.ts`, and goes through the API, as the page may connect
// to its own origin only.
import { collectNothing, type ErrorReporting, sendErrorEnvelope } from '@heddle/contracts/system/error-reporting'
import { xsrfHeader } from '@heddle/contracts/system/system'
import {
  addEventProcessor,
  breadcrumbsIntegration,
  browserTracingIntegration,
  captureException,
  dedupeIntegration,
  functionToStringIntegration,
  globalHandlersIntegration,
  init,
  linkedErrorsIntegration,
  makeFetchTransport,
  replayIntegration,
} from '@sentry/browser'
import { readXsrfToken } from '#shared/api/request.ts'
import {
  type ErrorTags,
  maskedAttributes,
  reduceBreadcrumb,
  reduceError,
  reduceReplay,
  reduceTransaction,
  stripEnvelope,
} from './report-content.ts'

/** Browsers refuse a larger request that is to outlive its page. */
const maxKeepaliveCharacters = 30_000

/** Sends an envelope to the API. Addresses lose their queries here, also those within the recording of a replay. */
async function passToApi(url: RequestInfo | URL, options: RequestInit = {}): Promise<Response> {
  const text = typeof options.body === 'string' ? options.body : new TextDecoder().decode(options.body as Uint8Array)
  const body = JSON.stringify({ envelope: stripEnvelope(text) })
  const xsrf = readXsrfToken()
  const headers = { 'content-type': 'application/json', ...(xsrf !== undefined && { [xsrfHeader]: xsrf }) }
  return fetch(url, { method: 'POST', headers, body, keepalive: body.length < maxKeepaliveCharacters })
}

type User = { readonly id: string; readonly email?: string }

/** Starts the client; returns what reports an error. */
export function startSentry(settings: ErrorReporting, version: string, findUser: () => User | undefined) {
  init({
    dsn: settings.dsn,
    tunnel: sendErrorEnvelope.url,
    transport: (options) => makeFetchTransport(options, passToApi),
    environment: settings.environment,
    release: version,
    tracesSampleRate: settings.traces_sample_rate,
    replaysSessionSampleRate: settings.replays_session_sample_rate,
    replaysOnErrorSampleRate: settings.replays_on_error_sample_rate,
    // Transactions of their own, which Sentry-compatible services and older releases understand too.
    traceLifecycle: 'static',
    tracePropagationTargets: [/^\/(?!\/)/],
    dataCollection: collectNothing,
    sendClientReports: false,
    defaultIntegrations: false,
    integrations: [
      functionToStringIntegration(),
      linkedErrorsIntegration(),
      dedupeIntegration(),
      globalHandlersIntegration(),
      breadcrumbsIntegration({ dom: false, sentry: false }),
      browserTracingIntegration(),
      replayIntegration({
        maskAllText: true,
        maskAllInputs: true,
        blockAllMedia: true,
        maskAttributes: [...maskedAttributes],
        // Its worker would be of a blob: address, which the content security policy refuses.
        useCompression: false,
        // What is beside the picture of the page: names of what was clicked, addresses, lines of the console.
        beforeAddRecordingEvent: () => null,
      }),
    ],
    beforeBreadcrumb: reduceBreadcrumb,
    beforeSend: reduceError,
    beforeSendTransaction: reduceTransaction,
  })
  addEventProcessor((event) => {
    const user = findUser()
    return { ...reduceReplay(event), ...(user && { user }) }
  })
  return (error: unknown, tags: ErrorTags) => void captureException(error, { captureContext: { tags } })
}
