// Completes the OpenAPI document of the libraries: the errors of each operation, event streams, and one name for one shape.
import { listDeclaredErrors } from '@heddle/contracts/endpoint-errors'
import { endpoints } from '@heddle/contracts/endpoint-list'
import { errorMessages } from '@heddle/contracts/error-messages'
import { type ErrorCode, errorStatuses } from '@heddle/contracts/errors'
import { STATUS_CODES } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import type { OpenAPIV3_1 } from 'openapi-types'

type Schema = OpenAPIV3_1.SchemaObject | OpenAPIV3_1.ReferenceObject
type Operation = OpenAPIV3_1.OperationObject
type Responses = Record<string, OpenAPIV3_1.ResponseObject>

const schemaPath = '#/components/schemas/'
const toRef = (name: string) => ({ $ref: schemaPath + name })

/** Returns a copy of the value with `change` applied to each object, innermost first. */
function mapObjects(value: unknown, change: (object: Record<string, unknown>) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, change))
  if (typeof value !== 'object' || value === null) return value
  return change(Object.fromEntries(Object.entries(value).map(([key, part]) => [key, mapObjects(part, change)])))
}

/** Returns the names of the schemas that a part of the document refers to. */
function listRefs(value: unknown): string[] {
  const names: string[] = []
  mapObjects(value, (object) => {
    if (typeof object.$ref === 'string' && object.$ref.startsWith(schemaPath)) names.push(object.$ref.slice(schemaPath.length))
    return object
  })
  return names
}

const renameRefs = (value: unknown, rename: (name: string) => string) =>
  mapObjects(value, ({ $ref, ...rest }) =>
    typeof $ref === 'string' && $ref.startsWith(schemaPath)
      ? toRef(rename($ref.slice(schemaPath.length)))
      : $ref === undefined
        ? rest
        : { $ref, ...rest },
  )

const retryAfter = { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } } as const

function createErrorResponse(status: number, codes: readonly ErrorCode[]): OpenAPIV3_1.ResponseObject {
  const detail: Schema = { type: 'object', properties: { code: { enum: [...codes] } } }
  return {
    description: codes.map((code) => `${code}: ${errorMessages[code]}`).join('\n'),
    ...((status === 429 || status === 503) && { headers: retryAfter }),
    content: { 'application/json': { schema: { allOf: [toRef('Error'), { type: 'object', properties: { detail } }] } } },
  }
}

/** Returns the error responses by status, except those that the endpoint describes itself. */
function createErrorResponses(codes: readonly ErrorCode[], described: Responses): Responses {
  const byStatus = Map.groupBy(codes, (code) => errorStatuses[code])
  const missing = [...byStatus].filter(([status]) => !(status in described))
  return Object.fromEntries(missing.map(([status, ofStatus]) => [status, createErrorResponse(status, ofStatus)]))
}

/** The description that @fastify/swagger writes for a schema without one. */
const noDescription = 'Default Response'

/** OpenAPI 3.1 has no schema for an event: the body is a string, and `contentSchema` describes the `data` of each event. */
function describeResponse(status: string, { description, content = {} }: OpenAPIV3_1.ResponseObject): OpenAPIV3_1.ResponseObject {
  const stream = content['text/event-stream']
  const schema = stream && ({ type: 'string', contentMediaType: 'text/event-stream', contentSchema: stream.schema } as Schema)
  return {
    description: description === noDescription ? (STATUS_CODES[status] ?? '') : description,
    content: schema ? { 'text/event-stream': { schema } } : content,
  }
}

function completeOperation(operation: Operation): Operation {
  const name = operation.operationId as keyof typeof endpoints | undefined
  if (name === undefined) return operation
  const own = Object.fromEntries(
    Object.entries(operation.responses as Responses).map(([status, response]) => [status, describeResponse(status, response)]),
  )
  return { ...operation, responses: { ...own, ...createErrorResponses(listDeclaredErrors(endpoints[name]), own) } }
}

/** Returns the schemas that the paths refer to, directly or through others. */
function findReachable(paths: unknown, schemas: Readonly<Record<string, unknown>>): Set<string> {
  const found = new Set<string>()
  const visit = (value: unknown) => {
    for (const name of listRefs(value)) {
      if (found.has(name)) continue
      found.add(name)
      visit(schemas[name])
    }
  }
  visit(paths)
  return found
}

/**
 * The library writes each schema twice, as `Chat` for responses and as `ChatInput` for requests. Returns a function that renames the
 * second to the first where only it is used or both are equal.
 */
function unifyNames(used: ReadonlySet<string>, schemas: Readonly<Record<string, unknown>>): (name: string) => string {
  const plain = (name: string) => name.replace(/Input$/, '')
  const same = new Set([...used].filter((name) => name.endsWith('Input') && plain(name) in schemas))
  const rename = (name: string) => (same.has(name) ? plain(name) : name)
  for (let before = -1; before !== same.size;) {
    before = same.size
    for (const name of same) {
      const isOther =
        used.has(plain(name)) && !isDeepStrictEqual(renameRefs(schemas[name], rename), renameRefs(schemas[plain(name)], rename))
      if (isOther) same.delete(name)
    }
  }
  return rename
}

/** Character classes as ranges, which more regular expression engines support. UTF-8 contains no lone surrogates. */
const portableClasses: readonly (readonly [string, string])[] = [
  [String.raw`\0`, String.raw`\x00`],
  [String.raw`\p{Cs}`, ''],
  [String.raw`\p{Cc}`, String.raw`\x00-\x1F\x7F-\x9F`],
  [String.raw`\p{Cf}`, String.raw`\u00AD\u0600-\u0605\u061C\u06DD\u070F\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB`],
]

const toPortablePattern = (pattern: string) =>
  portableClasses.reduce((text, [property, ranges]) => text.replaceAll(property, () => ranges), pattern)

/** Removes what tools of other languages cannot read, such as a tuple's `items: false`, which `maxItems` states too. */
const simplifySchemas = (value: unknown) =>
  mapObjects(value, ({ items, pattern, ...schema }) => ({
    ...schema,
    ...(items !== undefined && !(items === false && 'maxItems' in schema) && { items }),
    ...(pattern !== undefined && { pattern: typeof pattern === 'string' ? toPortablePattern(pattern) : pattern }),
  }))

const methods = ['get', 'put', 'post', 'delete'] as const

export function completeDocument(document: Partial<OpenAPIV3_1.Document>): Partial<OpenAPIV3_1.Document> {
  const paths = Object.fromEntries(
    Object.entries(document.paths ?? {}).map(([path, item = {}]) => [
      path,
      Object.fromEntries(methods.flatMap((method) => (item[method] ? [[method, completeOperation(item[method])]] : []))),
    ]),
  )
  const schemas = document.components?.schemas ?? {}
  const used = findReachable(paths, schemas)
  const rename = unifyNames(used, schemas)
  const named = Object.fromEntries([...used].toSorted().map((name) => [rename(name), schemas[name]]))
  return simplifySchemas(
    renameRefs({ ...document, paths, components: { ...document.components, schemas: named } }, rename),
  ) as typeof document
}
