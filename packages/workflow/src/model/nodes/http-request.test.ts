import type { HttpRequestNode } from '@heddle/contracts/workflow/workflow-graph'
import { describe, expect, test } from 'vitest'
import { checkGraph } from '../graph/graph-rules.ts'
import { nodeTypes } from '../node-type-list.ts'
import type { HttpRequest, HttpResponse } from '../ports.ts'
import { answer, parseEdges, start } from '../../testing/test-nodes.ts'
import { runNode } from '../../testing/run-node.ts'
import type { TypedValue } from '../value.ts'

const createNode = (config: Partial<HttpRequestNode['config']>): HttpRequestNode => ({
  id: 'call',
  type: 'http_request',
  title: 'Call',
  config: { method: 'GET', url: 'https://example.org/a', headers: [], body: null, body_type: 'json', ...config },
})

async function call(
  config: Partial<HttpRequestNode['config']>,
  values: Readonly<Record<string, TypedValue>> = {},
  response?: HttpResponse,
) {
  const sent: HttpRequest[] = []
  const http = {
    async send(request: HttpRequest) {
      sent.push(request)
      return response ?? { status: 200, headers: {}, body: '' }
    },
  }
  const { output } = await runNode(createNode(config), { values, http })
  return { sent: sent[0], output }
}

const text = (value: string): Readonly<Record<string, TypedValue>> => ({ 'a.text': { type: 'text', value } })

describe('a request', () => {
  test.each([
    ['a b&c=d', '/find?q=a%20b%26c%3Dd'],
    ['棉?#/', '/find?q=%E6%A3%89%3F%23%2F'],
    ['\ud800', '/find?q=%EF%BF%BD'],
  ])('has %j in its address as data', async (value, path) => {
    const { sent } = await call({ url: 'https://example.org/find?q={{a.text}}' }, text(value))
    expect(sent?.url).toBe(`https://example.org${path}`)
  })

  test.each(['..', '.'])('does not leave its path by %j', async (value) => {
    await expect(call({ url: 'https://example.org/public/{{a.text}}/x' }, text(value))).rejects.toMatchObject({
      code: 'WORKFLOW_HTTP_INVALID',
    })
    await expect(call({ url: 'https://example.org/.{{a.text}}/x' }, text('.'))).rejects.toMatchObject({ code: 'WORKFLOW_HTTP_INVALID' })
  })

  test('escapes texts for the strings of a JSON body, and takes other values as they are', async () => {
    const values = { ...text('say "hi"\n\\'), 'a.count': { type: 'number', value: 3 }, 'a.items': { type: 'list', value: ['x'] } } as const
    const { sent } = await call({ method: 'POST', body: '{"t":"{{a.text}}","n":{{a.count}},"l":{{a.items}}}' }, values)
    expect(JSON.parse(sent?.body ?? '')).toEqual({ t: 'say "hi"\n\\', n: 3, l: ['x'] })
    expect(sent?.headers).toEqual({ 'content-type': 'application/json' })
  })

  test('is not sent with a body that is no JSON', async () => {
    await expect(call({ method: 'POST', body: '{"n":{{a.count}}}' })).rejects.toMatchObject({ code: 'WORKFLOW_HTTP_INVALID' })
  })

  test('sends a text as it is, and no body by GET', async () => {
    expect((await call({ method: 'PUT', body: '<{{a.text}}>', body_type: 'text' }, text('"'))).sent?.body).toBe('<">')
    expect((await call({ body: 'x' })).sent).toMatchObject({ body: null, headers: {} })
  })

  test('has headers on one line each', async () => {
    const { sent } = await call({ headers: [{ name: 'X-Question', value: '{{a.text}}' }] }, text('a\r\nx-evil: 1'))
    expect(sent?.headers).toEqual({ 'x-question': 'a x-evil: 1' })
  })
})

describe('a header that cannot be sent', () => {
  test.each([
    ['DayuanJiang/next-ai-draw-io#272', 'Bearer 你'],
    ['nodejs/undici#3352', 'scaninfo＆'],
    ['esengine/DeepSeek-Reasonix#1550', 'Bearer sk：1'],
    ['XiaomiMiMo/MiMo-Code#296', 'Bearer ─'],
    ['anomalyco/opencode#43439', 'Bearer 加'],
    ['nextauthjs/next-auth#8452', 'Bearer abcd…'],
    ['psi-4ward/psitransfer#329', 'パ'],
    ['lukeshay/astro-aws#155', 'a\ufffd'],
    ['none', '棉布'],
    ['none', 'ผ้า'],
    ['none', '🙂'],
    ['none', 'a\u0000b'],
    ['none', 'x\u2028y\ue000'],
    ['none', '“quoted”'],
  ])('keeps the request from being sent, and is named (%s): %j', async (_source, value) => {
    await expect(call({ headers: [{ name: 'X-Question', value: '{{a.text}}' }] }, text(value))).rejects.toMatchObject({
      code: 'WORKFLOW_HTTP_INVALID',
      params: { header: 'X-Question' },
    })
  })

  test('is none of those with accents, tabs or quotation marks', async () => {
    const { sent } = await call({ headers: [{ name: 'X-Question', value: '{{a.text}}' }] }, text('"café"\tñ'))
    expect(sent?.headers).toEqual({ 'x-question': '"café" ñ' })
  })
})

describe('a response', () => {
  const respond = async (type: string, body: string) =>
    (await call({}, {}, { status: 201, headers: { 'content-type': type }, body })).output

  test('is text, and of JSON an object or a list too', async () => {
    expect(await respond('text/plain', '{"a":1}')).toEqual({ status: 201, body: '{"a":1}' })
    expect(await respond('application/json; charset=utf-8', '{"a":1}')).toEqual({ status: 201, body: '{"a":1}', object: { a: 1 } })
    expect(await respond('application/problem+json', '[1]')).toEqual({ status: 201, body: '[1]', list: [1] })
    expect(await respond('application/json', '{broken')).toEqual({ status: 201, body: '{broken' })
    expect(await respond('application/json', '12')).toEqual({ status: 201, body: '12' })
  })
})

describe('the numbers of a response', () => {
  const respond = async (body: string) =>
    (await call({}, {}, { status: 200, headers: { 'content-type': 'application/json' }, body })).output

  test.each<[string, 'object' | 'list']>([
    ['{"id":7615917337495251231,"price":1.10}', 'object'],
    ['{"items":[{"id":15793596808644609}],"share":0.1000000000000000055511151231257827}', 'object'],
    ['[9196877626998785,1e400,-0]', 'list'],
  ])('of %s are in a template and in the body of the next request with all their digits', async (body, type) => {
    const values = { 'a.value': { type, value: (await respond(body))[type] } as TypedValue }
    const { sent } = await call({ method: 'POST', body: '{"given":{{a.value}}}' }, values)
    expect(sent?.body).toBe(`{"given":${body}}`)
    const template = { id: 'text', type: 'template', title: 'Text', config: { text: '{{a.value}}' } } as const
    expect((await runNode(template, { values })).output.text).toBe(type === 'object' ? body : '9196877626998785\n1e400\n-0')
  })

  test('that is nested 20,000 deep is an error with a sentence', async () => {
    await expect(respond('['.repeat(20_000) + ']'.repeat(20_000))).rejects.toMatchObject({ code: 'WORKFLOW_HTTP_INVALID' })
    const values = text('['.repeat(20_000) + ']'.repeat(20_000))
    await expect(call({ method: 'POST', body: '{{a.text}}' }, values)).rejects.toMatchObject({ code: 'WORKFLOW_HTTP_INVALID' })
  })
})

describe('the rules of a request', () => {
  const check = (config: Partial<HttpRequestNode['config']>) =>
    checkGraph({ nodes: [start, createNode(config), answer('one', 'x')], edges: parseEdges('start>call call>one') }, nodeTypes).map(
      ({ code, field }) => `${code} ${field}`,
    )

  test.each(['https://example.org', 'http://example.org:8080/a?b={{start.question}}', 'https://EXAMPLE.org?x'])('accept %s', (url) =>
    expect(check({ url })).toEqual([]),
  )

  test.each([
    'ftp://example.org/',
    'example.org',
    'https://{{start.question}}/a',
    'https://example.org{{start.question}}/a',
    'https://a.{{start.question}}.org/',
    'https://user:secret@example.org/',
    'https://example.org\\@evil.org/',
    '{{start.question}}',
    'https:///a',
    'https://example.org:99999/',
  ])('reject %s', (url) => expect(check({ url })).toEqual(['url_invalid config.url']))

  test('reject headers that are no names, or that the connection sets', () => {
    const headers = ['X-Key', 'Host', 'cookie', 'a b', '', 'Content-Length'].map((name) => ({ name, value: '1' }))
    expect(check({ headers })).toEqual([1, 2, 3, 4, 5].map((at) => `header_invalid config.headers.${at}.name`))
  })

  test('reject values that cannot be sent, but not the names of values', () => {
    const headers = ['Bearer 1', '中文', 'a {{start.question}}', '{{start.question}} が'].map((value) => ({ name: 'X-Key', value }))
    expect(check({ headers })).toEqual([1, 3].map((at) => `header_value_invalid config.headers.${at}.value`))
  })
})
