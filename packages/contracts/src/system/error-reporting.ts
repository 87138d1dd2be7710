// What is reported of errors to a Sentry-compatible service, by the API and by the web alike, and the way of the web's reports through
// the API: the page may connect to its own origin only, and a closed network has no other way out of the browser.
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'

/** What the web needs to report; the address of the service is used as an identity only. */
export const ErrorReporting = z.object({
  dsn: z.string(),
  environment: z.string(),
  traces_sample_rate: z.number(),
  replays_session_sample_rate: z.number(),
  replays_on_error_sample_rate: z.number(),
  send_personal_data: z.boolean(),
})
export type ErrorReporting = z.infer<typeof ErrorReporting>

/** The first line of an envelope, of which only the service that it is for matters here. */
export const EnvelopeHeader = z.object({ dsn: z.string() })

export const sendErrorEnvelope = {
  method: 'POST',
  url: '/api/v1/observability/envelope',
  schema: {
    summary: 'Passes an envelope of the web on to the configured error-reporting service; 404 where there is none',
    tags: ['system'],
    body: z.strictObject({ envelope: z.string().max(limits.errorEnvelopeCharacters) }),
    response: { 200: z.object({ ok: z.literal(true) }) },
  },
  config: { policy: 'public', errors: ['NOT_FOUND'] },
} as const satisfies Endpoint

/** The reporting library collects all that it can, unless each of these fields says otherwise. */
export const collectNothing = {
  userInfo: false,
  cookies: false,
  httpHeaders: false,
  httpBodies: [],
  urlQueryParams: false,
  graphQL: { document: false, variables: false },
  genAI: { inputs: false, outputs: false },
  mcp: { inputs: false, outputs: false },
  databaseQueryData: false,
  queues: false,
  stackFrameVariables: false,
  frameContextLines: 0,
}

/**
 * Returns whether errors of a page on this host, or of requests to it, are reported: never for localhost, its subdomains or an IP
 * address. `hostname` is without a port; an IPv6 address may have its brackets.
 */
export function isReportedHost(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '')
  if (name === '' || name === 'localhost' || name.endsWith('.localhost')) return false
  // What ends in a number is an IPv4 address in one of its notations (WHATWG URL, section 3.5), a colon is in IPv6 only.
  return !name.includes(':') && !/(^|\.)(\d+|0x[\da-f]*)$/.test(name)
}

/** The errors that the engine itself throws about code: their messages quote values in quotation marks only. */
const codeErrors = new Set(['TypeError', 'ReferenceError'])

/**
 * Returns what of an error's message is reported: nothing, as a message may quote a text, a name or a key, except that of an error which
 * the JavaScript engine throws about code, without what stands in quotation marks and without queries of addresses.
 */
export function toReportedMessage(type: string, message: string): string {
  if (!codeErrors.has(type)) return ''
  return stripQueries(message.replace(/["'`‘“].*["'`’”]/su, '…')).slice(0, 200)
}

/** Returns a text with each http address in it cut before its query and fragment, which may have words of a search or a code. */
export const stripQueries = (text: string): string => text.replace(/(\bhttps?:\/\/[^\s"'\\<>?#]*)[?#][^\s"'\\<>]*/g, '$1')
