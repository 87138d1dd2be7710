// The parts of a valid body, with what the contract of its endpoint says of each: to change one thing in it.
import type { Endpoint } from '@heddle/contracts/endpoint'
import { type EndpointName, endpoints } from '@heddle/contracts/endpoint-list'
import { z } from 'zod'
import matrix from './permission-matrix.json' with { type: 'json' }

export type JsonObject = Record<string, unknown>
export type JsonSchema = {
  properties?: Record<string, JsonSchema>
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  items?: JsonSchema
  type?: string
  const?: unknown
  additionalProperties?: unknown
  format?: string
  enum?: unknown[]
  required?: string[]
  minimum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  maxProperties?: number
}

/** The part of a body that is an object, by the keys that lead to it. */
type Position = readonly (string | number)[]

export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

export function listPositions(value: unknown, at: Position = []): Position[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => listPositions(item, [...at, index]))
  if (!isObject(value)) return []
  return [at, ...Object.entries(value).flatMap(([key, part]) => listPositions(part, [...at, key]))]
}

/** Whether an alternative of a union is of the kind that a part of a body says it is. */
const isOfKind = ({ properties = {} }: JsonSchema, part: unknown) =>
  Object.entries(properties).every(([key, { const: kind }]) => kind === undefined || (isObject(part) && part[key] === kind))

/** What the contract says of a part of a body, each alternative that it can be of a union. */
export function schemasAt(schema: JsonSchema, body: unknown, at: Position): JsonSchema[] {
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) return alternatives.filter((one) => isOfKind(one, body)).flatMap((one) => schemasAt(one, body, at))
  const [key, ...rest] = at
  if (key === undefined) return [schema]
  const next = typeof key === 'number' ? schema.items : schema.properties?.[key]
  return next ? schemasAt(next, (body as Record<string | number, unknown>)[key], rest) : []
}

export const propertiesAt = (schema: JsonSchema, body: unknown, at: Position) =>
  new Map(schemasAt(schema, body, at).flatMap(({ properties = {} }) => Object.entries(properties)))

export type Change = { readonly at: Position; readonly key: string; readonly value: unknown }

/** A copy of the body in which parts of it have more, or other, values. */
export function withChanges(body: unknown, changes: readonly Change[]): unknown {
  const copy = structuredClone(body)
  for (const { at, key, value } of changes) {
    const part = at.reduce((inner, step) => (inner as Record<string | number, unknown>)[step], copy)
    Object.defineProperty(part, key, { value, enumerable: true, configurable: true, writable: true })
  }
  return copy
}

/** The endpoints with a body, each with something that a superuser may call it about. */
export const endpointsWithBody = Object.entries<Endpoint>(endpoints).flatMap(([name, { schema }]) => {
  const route = name as EndpointName
  const thing = Object.entries((matrix.routes as Record<string, unknown>)[route] as Record<string, number | number[]>).find(
    ([, expected]) => (Array.isArray(expected) ? expected[0] === 200 : true),
  )?.[0] as string
  const { body } = schema
  return body ? [{ route, thing, body, json: z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as JsonSchema }] : []
})
