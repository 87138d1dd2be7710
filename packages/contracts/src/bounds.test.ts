// What a caller gives has a size: each text, list and record of each endpoint has a maximum, so that a check of it has one too.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoint-list.ts'
import { CollectionManifest } from './collection/collection-file.ts'
import { DatasetManifest } from './dataset/dataset-file.ts'

type Schema = {
  readonly type?: string
  readonly format?: string
  readonly enum?: unknown
  readonly const?: unknown
  readonly maxLength?: number
  readonly maxItems?: number
  readonly maxProperties?: number
  readonly 'x-max-depth'?: number
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly propertyNames?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly $ref?: string
  readonly not?: unknown
}

/** Of a fixed length; a file has a limit of its upload. */
const shortFormats: ReadonlySet<string | undefined> = new Set(['uuid', 'date', 'binary'])

/** Returns the parts of a schema that have no maximum. */
function listUnbounded(schema: Schema, at: string): string[] {
  const { anyOf = [], oneOf = [], prefixItems = [], items, properties = {}, propertyNames, additionalProperties } = schema
  const branches = [...anyOf, ...oneOf]
  const inside = [
    ...branches.flatMap((branch) => listUnbounded(branch, at)),
    ...prefixItems.flatMap((item, index) => listUnbounded(item, `${at}/${index}`)),
    ...(items ? listUnbounded(items, `${at}/*`) : []),
    ...Object.entries(properties).flatMap(([key, property]) => listUnbounded(property, `${at}/${key}`)),
    ...(propertyNames ? listUnbounded({ type: 'string', ...propertyNames }, `${at}/(name)`) : []),
    ...(typeof additionalProperties === 'object' ? listUnbounded(additionalProperties, `${at}/*`) : []),
  ]
  return isBounded(schema) ? inside : [at, ...inside]
}

function isBounded({ type, ...schema }: Schema): boolean {
  if (schema.const !== undefined || schema.enum !== undefined || schema.not !== undefined) return true
  if (schema.anyOf ?? schema.oneOf) return true
  if (type === 'string') return schema.maxLength !== undefined || shortFormats.has(schema.format)
  if (type === 'array') return schema.maxItems !== undefined || schema.prefixItems !== undefined
  if (type === 'object') return !schema.additionalProperties || schema.maxProperties !== undefined
  // Anything: of so many levels and values.
  return type !== undefined || schema['x-max-depth'] !== undefined
}

const inputs = [
  ...Object.entries<Endpoint>(endpoints).flatMap(([name, { schema, config }]) =>
    Object.entries({ params: schema.params, querystring: schema.querystring, body: schema.body, form: config.form }).flatMap(
      ([part, given]) => (given ? [[`${name} ${part}`, given] as const] : []),
    ),
  ),
  ['the file of a collection', CollectionManifest] as const,
  ['the file of a dataset', DatasetManifest] as const,
]

describe('what a caller gives', () => {
  test.each(inputs)('has a maximum of each text, list and record: %s', (_, given) => {
    const json = z.toJSONSchema(given, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema
    expect(listUnbounded(json, '')).toEqual([])
  })
})
