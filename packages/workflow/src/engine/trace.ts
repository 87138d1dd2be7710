// The trace of a test run: the input, the output, the usage and the time of each node.
import type { ModelCallUsage, TracedText, TracedTexts, TracedUsage } from '../model/events.ts'
import type { GraphNode } from '../model/graph/graph.ts'
import type { NodeTypes } from '../model/node-type.ts'
import { listFields } from '../model/graph/fields.ts'
import { renderTemplate, type LookUp } from '../model/graph/template.ts'
import { type NodeOutput, renderValue, type ValueType } from '../model/value.ts'

/** The maximum characters of one value in a trace. */
const maxValueLength = 16_000

export const noTracedUsage: TracedUsage = { input_tokens: 0, output_tokens: 0, estimated: false, server_calls: 0 }

/** Returns the usage with that of another call added. */
export const addTracedUsage = (sum: TracedUsage, { usage, serverCalls }: ModelCallUsage): TracedUsage => ({
  input_tokens: sum.input_tokens + usage.inputTokens,
  output_tokens: sum.output_tokens + usage.outputTokens,
  estimated: sum.estimated || usage.estimated,
  server_calls: sum.server_calls + serverCalls,
})

/** Returns a node's rendered templates. */
export const traceInput = (node: GraphNode, nodeTypes: NodeTypes, lookUp: LookUp): TracedTexts =>
  mapValues(nodeTypes.get(node.type)?.templates(node) ?? {}, (template) => cutText(renderTemplate(template, lookUp)))

/** Returns a node's output as text. */
export function traceOutput(node: GraphNode, nodeTypes: NodeTypes, output: NodeOutput): TracedTexts {
  const types: Readonly<Record<string, ValueType>> = listFields(node, nodeTypes)
  return mapValues(output, (value, field) => cutText(renderValue(types[field] ?? 'object', value)))
}

const cutText = (text: string): TracedText =>
  text.length > maxValueLength ? { text: text.slice(0, maxValueLength).toWellFormed(), is_cut: true } : { text, is_cut: false }

const mapValues = <From, To>(values: Readonly<Record<string, From>>, map: (value: From, key: string) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value, key)]))
