// Calls a server that the tenant's workflows may call. Values can change neither the server nor the structure of the address and the body.
import type { HttpRequestNode } from '@heddle/contracts/workflow/workflow-graph'
import { isJsonObject, JsonDepthError, type ExactJson, readJson, writeJson } from '../exact-json.ts'
import { readHost } from '../graph/host-pattern.ts'
import type { FormatValue, NodeProblem, NodeType } from '../node-type.ts'
import { HttpError, type HttpResponse } from '../ports.ts'
import { type NodeOutput, renderValue } from '../value.ts'
import { requireFields } from './required-fields.ts'

/** The response: its `status`, its `body` as text, and of JSON the `object` or the `list` that it is. */
export const httpRequestNode: NodeType<HttpRequestNode> = {
  fields: () => ({ status: 'number', body: 'text', object: 'object', list: 'list' }),
  templates: ({ config }) => ({
    'config.url': config.url,
    ...Object.fromEntries(config.headers.map(({ value }, at) => [`config.headers.${at}.value`, value])),
    ...(config.body !== null && { 'config.body': config.body }),
  }),
  findProblems: ({ config }) => [...checkUrl(config.url), ...checkHeaders(config.headers)],
  needs: ['http'],
  // A continuation must not send the same thing twice.
  isReplayed: true,
  // oxlint-disable-next-line require-yield -- it emits no events
  async *run({ config }, { ports, render, signal }) {
    if (!ports.http) throw new Error('The run has no port for HTTP')
    const hasBody = config.body !== null && config.method !== 'GET'
    const response = await ports.http.send(
      {
        method: config.method,
        url: checkPath(render(config.url, formatUrlPart)),
        headers: Object.fromEntries([
          ...(hasBody ? [['content-type', config.body_type === 'json' ? 'application/json' : 'text/plain; charset=utf-8']] : []),
          ...config.headers.map(({ name, value }) => [name.toLowerCase(), checkHeaderValue(name, render(value))]),
        ]),
        body: hasBody ? renderBody(config.body_type, config.body ?? '', render) : null,
      },
      signal,
    )
    return { output: readResponse(response) }
  },
}

const formatUrlPart: FormatValue = ({ type, value }) => encodeURIComponent(renderValue(type, value).toWellFormed())

/** Throws for a path with `.` or `..`, by which a value could leave the path of its author. */
function checkPath(url: string): string {
  const path = url.replace(/[?#][^]*$/, '')
  if (path.split('/').some((part) => /^(\.|%2e){1,2}$/i.test(part))) throw new HttpError('WORKFLOW_HTTP_INVALID')
  return url
}

/** Texts are escaped for the string around them; all other values are JSON themselves. */
const formatJsonPart: FormatValue = ({ type, value }) => (type === 'text' ? JSON.stringify(value).slice(1, -1) : writeJson(value))

type Render = (template: string, format?: FormatValue) => string

function renderBody(type: HttpRequestNode['config']['body_type'], template: string, render: Render): string {
  if (type === 'text') return render(template)
  const body = render(template, formatJsonPart)
  if (parseJson(body) === undefined) throw new HttpError('WORKFLOW_HTTP_INVALID')
  return body
}

/** Returns undefined for a text that is no JSON. Throws for one that is nested too deep. */
function parseJson(text: string): ExactJson | undefined {
  try {
    return readJson(text)
  } catch (error) {
    if (error instanceof JsonDepthError) throw new HttpError('WORKFLOW_HTTP_INVALID', { cause: error })
    return undefined
  }
}

function readResponse({ status, headers, body }: HttpResponse): NodeOutput {
  const output = { status, body }
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(headers['content-type'] ?? '')) return output
  const json = parseJson(body)
  if (Array.isArray(json)) return { ...output, list: json }
  return isJsonObject(json) ? { ...output, object: json } : output
}

function checkUrl(url: string): NodeProblem[] {
  const missing = requireFields({ 'config.url': url })
  if (missing.length > 0 || readHost(url) !== null) return missing
  const message = 'The address begins with http:// or https:// and a host that is written out.'
  return [{ field: 'config.url', code: 'url_invalid', message }]
}

/** Those that the connection sets, and those that could carry the session of a user. */
const reservedHeaders: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'connection',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'cookie',
  'accept-encoding',
])

/** Beyond Latin-1, or a control character: HTTP has no bytes for it, and servers agree on no way to write it. */
// oxlint-disable-next-line no-control-regex
const unsendable = /[^\t -~\u00a0-\u00ff]/

/** Returns a value on one line. Throws for one that cannot be sent, with the name of the header. */
function checkHeaderValue(header: string, value: string): string {
  const line = value.replaceAll(/\s+/g, ' ').trim()
  if (unsendable.test(line)) throw new HttpError('WORKFLOW_HTTP_INVALID', { params: { header } })
  return line
}

const checkHeaders = (headers: HttpRequestNode['config']['headers']): NodeProblem[] =>
  headers.flatMap(({ name, value }, at): NodeProblem[] => {
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name) || reservedHeaders.has(name.toLowerCase()))
      return [{ field: `config.headers.${at}.name`, code: 'header_invalid', message: `A request cannot have the header "${name}".` }]
    // What is between the braces is the name of a value, which the run puts there.
    if (!unsendable.test(value.replaceAll(/\{\{[^{}]*\}\}/g, '').replaceAll(/\s+/g, ' '))) return []
    const message = `The header "${name}" has characters that a header cannot have: only Latin letters, digits and signs can be sent.`
    return [{ field: `config.headers.${at}.value`, code: 'header_value_invalid', message }]
  })
