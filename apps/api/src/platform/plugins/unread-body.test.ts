// A refusal in the middle of a body reaches a client that is still sending, by a real socket.
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance } from 'fastify'
import { once } from 'node:events'
import { request as sendByNode } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { multipartOptions, receiveFrom } from '../http/upload-intake.ts'
import { createTestApp, type TestApp, unknownId } from '../../../test/application/test-app.ts'
import { errorsPlugin } from './errors.ts'
import { unreadBodyPlugin } from './unread-body.ts'

const megabyte = Buffer.alloc(1024 * 1024, 'x')
const boundary = 'loom'
const head = `--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\n`

/** A form with a file of so many megabytes. */
function* makeForm(megabytes: number) {
  yield Buffer.from(head)
  for (let sent = 0; sent < megabytes; sent += 1) yield megabyte
  yield Buffer.from(`\r\n--${boundary}--\r\n`)
}

type Upload = { readonly url: string; readonly headers?: Record<string, string>; readonly megabytes?: number }
type Answer = { readonly status: number; readonly code: string }

const formHeaders = { 'content-type': `multipart/form-data; boundary=${boundary}` }
const readCode = (body: string) => (JSON.parse(body) as { detail: { code: string } }).detail.code

const clients = {
  async fetch({ url, headers = {}, megabytes = 30 }: Upload): Promise<Answer> {
    const body = Readable.toWeb(Readable.from(makeForm(megabytes))) as ReadableStream
    const response = await fetch(url, { method: 'POST', headers: { ...formHeaders, ...headers }, body, duplex: 'half' })
    return { status: response.status, code: readCode(await response.text()) }
  },

  async node({ url, headers = {}, megabytes = 30 }: Upload): Promise<Answer> {
    const request = sendByNode(url, { method: 'POST', headers: { ...formHeaders, ...headers } })
    // As a browser does, it looks at the response when it has sent everything.
    const response = new Promise<Answer>((resolve, reject) => {
      request.once('error', reject)
      request.once('response', (message) => {
        void text(message).then((body) => resolve({ status: message.statusCode ?? 0, code: readCode(body) }), reject)
      })
    })
    for (const part of makeForm(megabytes)) if (!request.write(part)) await Promise.race([once(request, 'drain'), response])
    request.end()
    return response
  },

  /** Writes everything before it reads, on a connection that it asks to be closed. */
  async socket({ url, headers = {}, megabytes = 30 }: Upload): Promise<Answer> {
    const { hostname, port, pathname } = new URL(url)
    const socket = connect(Number(port), hostname)
    const body = Buffer.concat([...makeForm(megabytes)])
    const lines = Object.entries({ ...formHeaders, ...headers, 'content-length': String(body.length), connection: 'close', host: 'a' })
    socket.write(`POST ${pathname} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n`)
    await new Promise<void>((resolve, reject) => socket.once('error', reject).write(body, (error) => (error ? reject(error) : resolve())))
    const response = await text(socket)
    const status = Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1])
    return { status, code: readCode(/\{.*\}/s.exec(response)?.[0] ?? '') }
  },
} as const

const originOf = (app: FastifyInstance) => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

let api: TestApp
let broken: FastifyInstance
beforeAll(async () => {
  api = await createTestApp()
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  broken = fastify()
  await broken.register(errorsPlugin)
  await broken.register(unreadBodyPlugin)
  await broken.register(multipart, multipartOptions({ maxFileBytes: 100 * megabyte.length, maxFiles: 3 }))
  // A folder that takes no file, as a full one.
  broken.post('/', (request) => receiveFrom(request, { maxFiles: 3 })(`/nowhere/${unknownId()}`, new AbortController().signal))
  await broken.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => Promise.all([api.close(), broken.close()]))

describe.each(Object.keys(clients) as (keyof typeof clients)[])('a client of %s that is still sending is told', (name) => {
  const send = clients[name]
  test('that its token is none, or its session has ended', async () => {
    const url = `${originOf(api.app)}/api/v1/chat/${unknownId()}/file`
    expect(await send({ url, headers: { authorization: 'Bearer none' } })).toEqual({ status: 401, code: 'AUTH_TOKEN_INVALID' })
  })

  test('that the body is too large, or of a type that is not taken', async () => {
    const url = `${originOf(api.app)}/api/v1/auth/login`
    expect(await send({ url, headers: { 'content-type': 'application/json' } })).toEqual({ status: 413, code: 'PAYLOAD_TOO_LARGE' })
    expect(await send({ url })).toEqual({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' })
  })

  test('that there is no such address', async () => {
    expect(await send({ url: `${originOf(api.app)}/api/v1/nothing` })).toEqual({ status: 404, code: 'NOT_FOUND' })
  })

  test('that the temporary folder takes no file', async () => {
    expect(await send({ url: originOf(broken) })).toEqual({ status: 503, code: 'FILE_STORE_UNAVAILABLE' })
  })
})

describe('a client', () => {
  async function open(options: { maxBytes?: number; maxSilenceMs?: number; lingerMs?: number }) {
    const app = fastify()
    await app.register(errorsPlugin)
    await app.register(unreadBodyPlugin, options)
    app.addHook('onRequest', async () => {
      throw Object.assign(new Error('Refused before its body'), { statusCode: 403 })
    })
    app.post('/', async () => 'never')
    await app.listen({ host: '127.0.0.1', port: 0 })
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    return { app, socket }
  }
  const begin = (connection: string) =>
    `POST / HTTP/1.1\r\nhost: a\r\nconnection: ${connection}\r\ncontent-type: text/plain\r\ncontent-length: 1000000000000\r\n\r\n`

  test.each(['keep-alive', 'close'])('that never ends its body is told, and then disconnected: %s', async (connection) => {
    const { app, socket } = await open({ maxBytes: 4 * megabyte.length, lingerMs: 50 })
    let response = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => (response += chunk))
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    socket.on('error', () => {}).write(begin(connection))
    const writeOn = (error?: Error | null) => {
      if (!error && !socket.destroyed) socket.write(megabyte, writeOn)
    }
    writeOn()
    await closed
    expect(response).toContain('403 Forbidden')
    expect(response).toContain('FORBIDDEN')
    await app.close()
  })

  test('that waits in the middle of its body for a response gets one', async () => {
    const { app, socket } = await open({ maxSilenceMs: 20, lingerMs: 20 })
    socket.write(`${begin('close')}half`)
    expect(await text(socket)).toContain('403 Forbidden')
    await app.close()
  })
})
