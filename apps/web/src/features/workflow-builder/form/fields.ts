// The fields of a node's form, read from the contract's schema of its type.
import { FixedPlan } from '@heddle/contracts/dataset/fixed-plan'
import { WorkflowNode, type WorkflowNodeType } from '@heddle/contracts/workflow/workflow-graph'
import type { GraphNode } from '@heddle/workflow/model/graph/graph'
import { draftNodeTypes } from '@heddle/workflow/model/node-type-table'
import { z } from 'zod'
import { isResourceField, type ResourceField } from './resource-fields.ts'

export type Field = { readonly name: string; readonly isNullable: boolean; readonly isOptional: boolean } & FieldKind

type FieldKind =
  | { readonly kind: 'text'; readonly max: number | null }
  | { readonly kind: 'number'; readonly min: number | null; readonly max: number | null; readonly isInteger: boolean }
  | { readonly kind: 'switch' }
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  /** An object of any shape, edited as JSON. */
  | { readonly kind: 'json' }
  /** A fixed query plan. */
  | { readonly kind: 'plan' }
  | { readonly kind: 'objects'; readonly fields: readonly Field[]; readonly max: number | null }
  /** References to fields of earlier nodes. */
  | { readonly kind: 'references'; readonly max: number | null }
  /** Several of a few options. */
  | { readonly kind: 'choices'; readonly options: readonly string[] }
  /** Knowledge collections or datasets, by their ids. */
  | { readonly kind: ResourceField; readonly max: number | null }
  /** Short texts. */
  | { readonly kind: 'tags'; readonly max: number | null }

const schemas = new Map<string, z.ZodObject>(WorkflowNode.options.map((schema) => [schema.shape.type.value, schema]))

export const paletteTypes: readonly WorkflowNodeType[] = WorkflowNode.options
  .map((schema) => schema.shape.type.value)
  .filter((type) => type !== 'start')

const configFields = new Map<string, readonly Field[]>()

/** Returns the fields of the configuration of a type, in the order of its schema; always the same ones. */
export function listConfigFields(type: string): readonly Field[] {
  const config: unknown = schemas.get(type)?.shape['config']
  const fields = configFields.get(type) ?? (config instanceof z.ZodObject ? describeFields(config) : [])
  configFields.set(type, fields)
  return fields
}

/** Returns whether nodes of a type can fail, and so have a time-out, retries and a way on. */
export const handlesFailure = (type: string): boolean => schemas.get(type)?.shape['on_error'] !== undefined

/** Returns the issues of a node with its schema. */
export function findIssues(node: GraphNode): readonly z.core.$ZodIssue[] {
  const parsed = schemas.get(node.type)?.safeParse(node)
  return parsed?.success === false ? parsed.error.issues : []
}

const describeFields = (schema: z.ZodObject): readonly Field[] =>
  Object.entries(schema.shape).map(([name, field]) => describeField(name, field as z.ZodType))

function describeField(name: string, schema: z.ZodType): Field {
  let inner: unknown = schema
  const flags = { name, isNullable: false, isOptional: false }
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable) {
    if (inner instanceof z.ZodOptional) flags.isOptional = true
    else flags.isNullable = true
    inner = inner.unwrap()
  }
  return { ...flags, ...describeKind(name, inner) }
}

function describeKind(name: string, schema: unknown): FieldKind {
  if (schema instanceof z.ZodString) return { kind: 'text', max: schema.maxLength }
  if (schema instanceof z.ZodEnum) return { kind: 'choice', options: schema.options.map(String) }
  if (schema instanceof z.ZodBoolean) return { kind: 'switch' }
  if (schema instanceof z.ZodNumber)
    return { kind: 'number', min: schema.minValue, max: schema.maxValue, isInteger: schema.format === 'safeint' }
  if (schema instanceof z.ZodRecord) return { kind: 'json' }
  if (schema === FixedPlan) return { kind: 'plan' }
  if (schema instanceof z.ZodArray) {
    const max = readMax(schema)
    if (schema.element instanceof z.ZodObject) return { kind: 'objects', fields: describeFields(schema.element), max }
    if (schema.element instanceof z.ZodEnum) return { kind: 'choices', options: schema.element.options.map(String) }
    if (isResourceField(name) || name === 'tags') return { kind: name, max }
    return { kind: 'references', max }
  }
  throw new Error(`The form has no input for the field "${name}"`)
}

/** Returns the maximum length of an array, which zod keeps among its checks. */
function readMax(schema: z.ZodArray): number | null {
  const checks = schema.def.checks?.map((check) => check._zod.def) ?? []
  const limit = checks.find((check): check is z.core.$ZodCheckMaxLengthDef => check.check === 'max_length')
  return limit?.maximum ?? null
}

/** Returns the paths of the templates of a node, of those too that are not written yet. */
export function listTemplatePaths(node: GraphNode): readonly string[] {
  const type = draftNodeTypes.get(node.type)
  if (!type) return []
  const config = Object.entries((node.config ?? {}) as Record<string, unknown>).map(([name, value]) => [name, value ?? ''])
  return Object.keys(type.templates({ ...node, config: Object.fromEntries(config) }))
}

/** Returns a new entry of a list; `taken` are the entries that it has. */
export function createEntry(
  listName: string,
  fields: readonly Field[],
  taken: readonly Readonly<Record<string, unknown>>[],
): Record<string, unknown> {
  const stem = entryStems[listName] ?? 'value'
  const names = new Set(taken.flatMap((entry) => [entry['id'], entry['name']]))
  const number = Array.from({ length: taken.length + 1 }, (_, index) => index + 1).find((each) => !names.has(`${stem}_${each}`))
  const name = `${stem}_${number ?? taken.length + 1}`
  return Object.fromEntries(fields.map((field) => [field.name, isEntryName(listName, field.name) ? name : createEmpty(field)]))
}

/** The generated names begin with these words. */
const entryStems: Readonly<Record<string, string>> = { categories: 'category', cases: 'case', parameters: 'value' }
/** The handles of categories and cases, and the fields that a `parameter_extract` fills. */
const isEntryName = (listName: string, field: string) => field === 'id' || (listName === 'parameters' && field === 'name')

function createEmpty(field: Field): unknown {
  if (field.isNullable) return null
  switch (field.kind) {
    case 'text':
      return ''
    case 'number':
      return field.min ?? 0
    case 'switch':
      return false
    case 'choice':
      return field.options[0]
    case 'json':
    case 'plan':
      return {}
    case 'objects':
      return field.name === 'comparisons' ? [createEntry(field.name, field.fields, [])] : []
    case 'references':
    case 'choices':
    case 'collections':
    case 'datasets':
    case 'tags':
      return []
  }
}
