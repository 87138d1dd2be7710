// How much work a JSON Schema is, before anything is made of it: a small one can be as much as a large one, by references and branches.
import { limits } from '@heddle/contracts/limits'
import { isObject } from '../value.ts'

/** A schema that is more work than any answer needs. */
export class SchemaSizeError extends Error {
  override readonly name = 'SchemaSizeError'
}

type Schema = Readonly<Record<string, unknown>>

/** `width`: how many schemas are applied to one value at most. `loops`: whether it leads back to a reference that it is part of. */
type Size = { readonly width: number; readonly loops: boolean }

const branchKeywords = ['anyOf', 'oneOf', 'allOf'] as const
/** They are applied beside `properties`, or `items`, to the same values. */
const besideKeywords = ['contains', 'propertyNames'] as const
const insideKeywords = ['items', 'prefixItems', 'additionalItems', 'additionalProperties'] as const

/** Returns how many schemas are applied to one value of an answer at most. Throws a `SchemaSizeError`. */
export function measureSchema(root: Schema): number {
  checkValues(root)
  const { appliedSchemas, width: maxWidth } = limits.jsonSchema
  /** The references that are being followed, each with the depth of values at which it began. */
  const followed = new Map<string, number>()
  let applied = 0

  function measure(schema: unknown, depth: number): Size {
    applied += 1
    if (applied > appliedSchemas) throw new SchemaSizeError()
    if (!isObject(schema)) return { width: 1, loops: false }
    if (typeof schema.$ref === 'string') return follow(schema.$ref, depth)
    const inside = [...listValues(schema.properties), ...insideKeywords.flatMap((keyword) => listSchemas(schema[keyword]))]
    const own = inside.map((each) => measure(each, depth + 1))
    const beside = [
      ...branchKeywords.flatMap((keyword) => listSchemas(schema[keyword])).map((each) => measure(each, depth)),
      ...[...listValues(schema.patternProperties), ...besideKeywords.flatMap((keyword) => listSchemas(schema[keyword]))].map((each) =>
        measure(each, depth + 1),
      ),
    ]
    const isLooped = own.some(({ loops }) => loops)
    const loops = Number(isLooped) + beside.filter((each) => each.loops).length
    // Each value below would be checked twice as often as the one above it.
    if (loops > 1) throw new SchemaSizeError()
    const width = beside.reduce((sum, each) => sum + each.width, Math.max(countForms(schema), ...own.map((each) => each.width)))
    if (width > maxWidth) throw new SchemaSizeError()
    return { width, loops: loops > 0 }
  }

  function follow(reference: string, depth: number): Size {
    const began = followed.get(reference)
    if (began === undefined) {
      followed.set(reference, depth)
      const { width, loops } = measure(resolve(root, reference), depth)
      followed.delete(reference)
      return { width, loops: loops && followed.size > 0 }
    }
    if (began === depth) throw new SchemaSizeError()
    return { width: 1, loops: true }
  }

  return measure(root, 0).width
}

const listValues = (schemas: unknown): readonly unknown[] => (isObject(schemas) ? Object.values(schemas) : [])

const listSchemas = (schemas: unknown): readonly unknown[] => {
  if (Array.isArray(schemas)) return schemas
  return isObject(schemas) ? [schemas] : []
}

/** A schema of several types is made once for each, and values of several types are tried one after the other. */
function countForms({ type, enum: values }: Schema): number {
  if (Array.isArray(values) && values.some((value) => typeof value !== 'string')) return values.length
  if (!Array.isArray(type)) return 1
  if (new Set(type).size < type.length) throw new SchemaSizeError()
  return type.length
}

/** Returns what a reference of the schema names; nothing for one that zod refuses. */
function resolve(root: Schema, reference: string): unknown {
  if (/^#\/?$/.test(reference)) return root
  const [, keyword = '', name = ''] = /^#\/(\$defs|definitions)\/([^/]*)$/.exec(reference) ?? []
  const named = root[keyword]
  const key = name.replaceAll('~1', '/').replaceAll('~0', '~')
  return isObject(named) && Object.hasOwn(named, key) ? named[key] : undefined
}

/** Throws for JSON that is too deep, or has too many values or characters. */
function checkValues(root: unknown) {
  const { depth: maxDepth, values: maxValues, characters: maxCharacters } = limits.jsonSchema
  let values = 0
  let characters = 0
  const visit = (value: unknown, depth: number) => {
    values += 1
    if (typeof value === 'string') characters += value.length
    if (depth > maxDepth || values > maxValues || characters > maxCharacters) throw new SchemaSizeError()
    if (Array.isArray(value)) for (const item of value) visit(item, depth + 1)
    else if (isObject(value)) {
      for (const [key, item] of Object.entries(value)) {
        characters += key.length
        visit(item, depth + 1)
      }
    }
  }
  visit(root, 1)
}
