// What of a page is reported: types, codes, ids and stacks, and nothing that is on the screen.
import { sendErrorEnvelope, stripQueries, toReportedMessage } from '@heddle/contracts/system/error-reporting'
import type { Breadcrumb, ErrorEvent, Event } from '@sentry/browser'

/** Where an error was met: the request that failed, else the last one before it. */
export type ErrorTags = Readonly<Record<string, string>>

/** Attributes that may say what is on the screen; their letters become asterisks in a replay. */
export const maskedAttributes = [
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'cite',
  'content',
  'data-name',
  'data-value',
  'download',
  'label',
  'name',
  'placeholder',
  'summary',
  'title',
  'value',
] as const

type TransactionEvent = Event & { type: 'transaction' }
type Fields = Readonly<Record<string, unknown>>

/** The path of an address on this site, else nothing: one from elsewhere may be of a reply. */
function toPath(address: unknown): string {
  if (typeof address !== 'string') return ''
  const url = URL.parse(address, window.location.origin)
  return url?.origin === window.location.origin ? url.pathname : ''
}

/** Calls and navigations, by their paths. */
export function reduceBreadcrumb({ category, timestamp, type, level, data = {} }: Breadcrumb): Breadcrumb | null {
  const kept = { category, timestamp, type, level }
  if (category === 'navigation') return { ...kept, data: { from: toPath(data['from']), to: toPath(data['to']) } }
  if ((category !== 'fetch' && category !== 'xhr') || data['url'] === sendErrorEnvelope.url) return null
  return { ...kept, data: { method: data['method'], url: toPath(data['url']), status_code: data['status_code'] } }
}

export function reduceError(event: ErrorEvent): ErrorEvent {
  const { extra: _extra, request: _request, message: _message, ...rest } = event
  const values = event.exception?.values?.map(({ type = 'Error', value = '', ...exception }) => ({
    ...exception,
    type,
    value: toReportedMessage(type, value),
  }))
  return { ...rest, ...(values && { exception: { values } }) }
}

/** Fields of a span that say nothing of the page. */
const spanFields = new Set([
  'http.method',
  'http.request.method',
  'http.response.status_code',
  'http.status_code',
  'sentry.op',
  'sentry.origin',
  'sentry.source',
  'sentry.sample_rate',
  'type',
])

const keepSpanFields = (data: Fields = {}) => Object.fromEntries(Object.entries(data).filter(([name]) => spanFields.has(name)))

/** The load of a page, or a change of it, with the calls in it. */
export function reduceTransaction(event: TransactionEvent): TransactionEvent {
  const { extra: _extra, request: _request, breadcrumbs: _breadcrumbs, spans = [], contexts, ...rest } = event
  const calls = spans.filter(({ op }) => op === 'http.client')
  return {
    ...rest,
    transaction: toPath(event.transaction),
    contexts: { trace: contexts?.trace && { ...contexts.trace, data: keepSpanFields(contexts.trace.data) } },
    spans: calls.map((span) => ({
      ...span,
      description: [span.data['http.method'] ?? '', toPath(span.data['url'])].join(' ').trim(),
      data: keepSpanFields(span.data) as typeof span.data,
    })),
  }
}

/** A replay names the pages that it shows. */
export function reduceReplay(event: Event): Event {
  if (event.type !== 'replay_event') return event
  const { request: _request, breadcrumbs: _breadcrumbs, extra: _extra, ...rest } = event
  return 'urls' in rest && Array.isArray(rest.urls) ? ({ ...rest, urls: rest.urls.map(toPath) } as Event) : rest
}

const recordingHeader = /^(\{"type":"replay_recording","length":)\d+(\}\n)(.*)$/ms

/** Attributes with addresses, which a replay has unmasked. */
const recordedAddress = /"(href|xlink:href|src|srcset|background)":"((?:[^"\\]|\\.)*)"/g

/** Removes the addresses of other sites from a recording: they may be of a reply. */
const reduceRecording = (recording: string): string =>
  recording.replace(recordedAddress, (_, name: string, address: string) => `"${name}":"${toPath(address)}"`)

/** Returns an envelope whose addresses have no queries, also those of a recording, whose header has its length in bytes. */
export const stripEnvelope = (envelope: string): string =>
  stripQueries(envelope).replace(recordingHeader, (_, before: string, after: string, recording: string) => {
    const reduced = reduceRecording(recording)
    return before + new TextEncoder().encode(reduced).length + after + reduced
  })
