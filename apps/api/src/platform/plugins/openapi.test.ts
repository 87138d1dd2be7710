import { createConfig, lintFromString } from '@redocly/openapi-core'
import { listDeclaredErrors } from '@heddle/contracts/endpoint-errors'
import type { Endpoint } from '@heddle/contracts/endpoint'
import { endpoints } from '@heddle/contracts/endpoint-list'
import { errorStatuses } from '@heddle/contracts/errors'
import { createUser } from '@heddle/db/factories/user'
import fastify from 'fastify'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { OpenAPIV3_1 } from 'openapi-types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '../errors/app-error.ts'
import { hashPassword } from '@heddle/security/password'
import { buildClient } from '../../../test/application/openapi-client.ts'
import { createTestApp, type TestApp } from '../../../test/application/test-app.ts'
import { errorsPlugin } from './errors.ts'
import { openApiPlugin } from './openapi.ts'

let api: TestApp
let document: OpenAPIV3_1.Document
let source: string

beforeAll(async () => {
  api = await createTestApp()
  source = (await api.app.inject({ url: '/api/v1/openapi.json' })).body
  document = JSON.parse(source)
})
afterAll(() => api.close())

type Operation = OpenAPIV3_1.OperationObject & { readonly operationId: string; readonly responses: Responses }
type Responses = Record<string, OpenAPIV3_1.ResponseObject>
type Name = keyof typeof endpoints

/** Every operation by its name. */
const operations = () =>
  new Map(
    Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
      Object.entries(item as Record<string, Operation>).map(([method, operation]) => [
        operation.operationId as Name,
        { route: `${method.toUpperCase()} ${path}`, ...operation },
      ]),
    ),
  )

const findOperation = (name: Name) => operations().get(name) as Operation
const findContent = (name: Name, status = '200') => findOperation(name).responses[status]?.content ?? {}

describe('the OpenAPI document', () => {
  test('describes every endpoint of the contracts under its name', () => {
    const formatRoute = ({ method, url }: Endpoint) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`
    const described = [...operations()].map(([name, { route }]) => [name, route] as const)
    expect(new Map<string, string>(described)).toEqual(
      new Map(Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => [name, formatRoute(endpoint)] as const)),
    )
  })

  test('has no error for a strict OpenAPI 3.1 validator', async () => {
    const config = await createConfig({
      extends: ['recommended-strict'],
      // The document has no license, and a fixed segment of a path wins over a parameter.
      rules: { 'info-license': 'off', 'no-ambiguous-paths': 'off' },
    })
    const problems = await lintFromString({ source, config })
    expect(problems.map(({ ruleId, message, location: [at] }) => [ruleId, message, at?.pointer])).toEqual([])
    expect(document.openapi).toMatch(/^3\.1/)
  })

  test('names the shapes of the wire, and refers to them', () => {
    expect(Object.keys(document.components?.schemas ?? {})).toEqual(
      expect.arrayContaining(['Assistant', 'Chat', 'Error', 'Group', 'LocalizedText', 'Message', 'SendMessageBody', 'Tenant', 'User']),
    )
    expect(findContent('getChat')['application/json']?.schema).toMatchObject({
      properties: { chat: { $ref: '#/components/schemas/Chat' } },
    })
    expect(document.components?.schemas?.Chat).toMatchObject({
      properties: { messages: { items: { $ref: '#/components/schemas/Message' } } },
    })
    expect(findOperation('sendMessage').requestBody).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/SendMessageBody' } } },
    })
  })

  test('writes its patterns for tools of other languages too', () => {
    expect(source).toContain('[^\\\\x00]')
    expect(source).not.toMatch(/\\\\(p\{|0)/)
  })

  test('asks for a session wherever the contract does', () => {
    for (const [name, { config }] of Object.entries<Endpoint>(endpoints))
      expect([name, findOperation(name as Name).security]).toEqual([name, config.policy === 'public' ? [] : [{ session: [] }]])
  })

  test('declares the error codes of each operation by status', () => {
    for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
      for (const [status, codes] of Map.groupBy(listDeclaredErrors(endpoint), (code) => String(errorStatuses[code]))) {
        // Readiness says in a body of its own what is missing.
        if (status in endpoint.schema.response) continue
        const code = { properties: { detail: { properties: { code: { enum: codes } } } } }
        expect([name, findContent(name as Name, status)]).toMatchObject([
          name,
          { 'application/json': { schema: { allOf: [{ $ref: '#/components/schemas/Error' }, code] } } },
        ])
      }
    }
  })

  test('describes what is no JSON: event streams, forms and files', () => {
    const event = { type: 'string', contentSchema: { $ref: '#/components/schemas/ReplyStreamEvent' } }
    expect(findContent('sendMessage')).toMatchObject({ 'text/event-stream': { schema: event } })
    expect(findOperation('uploadChatFiles').requestBody).toMatchObject({
      content: { 'multipart/form-data': { schema: { properties: { files: { items: { format: 'binary' } } } } } },
    })
    const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
    expect(Object.keys(findContent('exportChat'))).toEqual(['text/markdown', 'application/json', word])
    expect(Object.keys(findContent('exportAudit'))).toEqual(['text/csv'])
    expect(findContent('getChatFile')['*/*']?.schema).toMatchObject({ format: 'binary' })
  })

  test('gives a generated client that compiles, signs in and reads the own user', { timeout: 60_000 }, async () => {
    const client = await buildClient(document)
    const password = 'weft over warp 7'
    const { email } = await createUser(api.db, { passwordHash: await hashPassword(password) })
    const origin = await api.app.listen({ host: '127.0.0.1', port: 0 })
    expect(await client.readOwnUser(origin, email, password)).toMatchObject({ email, role: 'U' })
    await expect(client.readOwnUser(origin, email, 'another password')).rejects.toThrow('AUTH_LOGIN_FAILED')
  })
})

test('a response with an error code that its contract does not declare fails the test that saw it', async () => {
  const other = await createTestApp({
    extend: (app) =>
      app.addHook('onRequest', async ({ url }) => {
        if (url === '/api/v1/config') throw new AppError('CHAT_NOT_FOUND')
      }),
  })
  await other.app.inject({ url: '/api/v1/config' })
  await expect(other.close()).rejects.toThrow('getConfig: CHAT_NOT_FOUND')
})

test('the page of the document refuses a path out of its folder with a code', async () => {
  const app = fastify()
  await app.register(errorsPlugin)
  await app.register(openApiPlugin, { title: 'Heddle', version: '0', withPage: true })
  await app.listen({ host: '127.0.0.1', port: 0 })
  // As it stands: other clients resolve it before they send it.
  const [response] = (await once(
    get({ port: (app.server.address() as AddressInfo).port, path: '/api/v1/docs/static/%2e%2e/x' }),
    'response',
  )) as [IncomingMessage]
  expect([response.statusCode, JSON.parse(await text(response)).detail.code]).toEqual([403, 'FORBIDDEN'])
  await app.close()
})
