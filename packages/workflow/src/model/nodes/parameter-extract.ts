// Finds values in a text. The model answers in JSON, which is checked here whether its server enforces a schema or not.
import type { ParameterExtractNode, ParameterType } from '@heddle/contracts/workflow/workflow-graph'
import { z } from 'zod'
import { toAsciiDigits } from '../digits.ts'
import { isExactNumber, type JsonObject, toNumber } from '../exact-json.ts'
import { errorFields } from '../graph/fields.ts'
import { acceptJson, formatJsonInstruction } from '../call/json-answer.ts'
import { callModel } from '../call/model-call.ts'
import type { NodeContext, NodeProblem, NodeType } from '../node-type.ts'
import type { ModelMessage } from '../ports.ts'
import { type Fit, fitMessages, joinPrompt } from '../call/prompt-messages.ts'
import type { NodeOutput, NodeResult } from '../value.ts'
import { findRepeated, requireFields } from './required-fields.ts'

type Parameter = ParameterExtractNode['config']['parameters'][number]

/** The names of the required parameters that the text does not say. */
const missingField = 'missing'

const maxOutputTokens = 2_048

export const parameterExtractNode: NodeType<ParameterExtractNode> = {
  fields: ({ config }) => ({ ...Object.fromEntries(config.parameters.map(({ name, type }) => [name, type])), [missingField]: 'list' }),
  templates: ({ config }) => ({ 'config.question': config.question, 'config.instructions': config.instructions }),
  model: ({ config }) => config.model,
  findProblems: ({ config }) => [...requireFields({ 'config.question': config.question }), ...checkParameters(config.parameters)],
  isReplayed: true,

  run({ id, config }, context) {
    const { parameters } = config
    const schema = z.object(Object.fromEntries(parameters.map(({ name, type }) => [name, answerSchemas[type]])))
    const form = { keys: parameters.map(({ name }) => name), check: (json: JsonObject) => schema.safeParse(json) }
    return callModel(
      {
        nodeId: id,
        model: config.model ?? context.input.model,
        createMessages: (fit) => buildMessages(config, context, fit),
        temperature: 0,
        maxOutputTokens,
        answerSchema: { name: 'parameters', schema: createParameterSchema(parameters) },
        isEmitted: false,
        accept: (call) => acceptJson(call, form, (found) => toResult(parameters, found)),
      },
      context,
    )
  },
}

/** What a model writes for a value that the text does not say. */
const emptyAnswers: ReadonlySet<unknown> = new Set([undefined, null, ''])

const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (emptyAnswers.has(value) ? null : value), schema.nullable())

/** Digits that mean the same in every language: a comma separates thousands, and only those. */
const numberText = /^[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?(?:e[+-]?\d+)?$/i

const number = z.unknown().transform((value, context) => {
  if (typeof value === 'number') return value
  const text = isExactNumber(value) ? value.$exact_number : toAsciiDigits(String(value)).trim()
  if (numberText.test(text)) return toNumber(text.replaceAll(',', ''))
  context.issues.push({ code: 'custom', message: 'Not a number: write it in digits, with a point before decimals.', input: value })
  return z.NEVER
})

const text = z.unknown().transform((value, context) => {
  if (isExactNumber(value)) return value.$exact_number
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value)
  context.issues.push({ code: 'custom', message: 'Not a text.', input: value })
  return z.NEVER
})

/** Models write numbers and truth values as text too. */
const answerSchemas = {
  text: optional(text),
  number: optional(number),
  boolean: optional(z.union([z.boolean(), z.stringbool()])),
  list: optional(z.array(text)),
} as const satisfies Record<ParameterType, z.ZodType>

function toResult(parameters: readonly Parameter[], found: Readonly<Record<string, NodeOutput[string] | null>>): NodeResult {
  const known = parameters.filter(({ name }) => found[name] !== null)
  const missing = parameters.filter((parameter) => parameter.required && !known.includes(parameter)).map(({ name }) => name)
  return { output: { ...Object.fromEntries(known.map(({ name }) => [name, found[name] ?? ''])), [missingField]: missing } }
}

const jsonTypes: Readonly<Record<ParameterType, object>> = {
  text: { type: ['string', 'null'] },
  number: { type: ['number', 'null'] },
  boolean: { type: ['boolean', 'null'] },
  list: { type: ['array', 'null'], items: { type: 'string' } },
}

/** Returns the JSON Schema of the answer. Every key is required, as servers that enforce a schema want it; what is not said is null. */
const createParameterSchema = (parameters: readonly Parameter[]) => ({
  type: 'object',
  properties: Object.fromEntries(
    parameters.map(({ name, type, description }) => [name, { ...jsonTypes[type], ...(description.trim() !== '' && { description }) }]),
  ),
  required: parameters.map(({ name }) => name),
  additionalProperties: false,
})

function buildMessages(config: ParameterExtractNode['config'], { input, render }: NodeContext, fit: Fit): ModelMessage[] {
  const prompt = joinPrompt([
    'Find values in the last message of the user. Take only what it says, never guess, and write null for what it does not say. Do not answer the message.',
    render(config.instructions),
    formatJsonInstruction(createParameterSchema(config.parameters)),
  ])
  return fitMessages(prompt, render(config.question), input.history, config.history_messages, fit)
}

function checkParameters(parameters: readonly Parameter[]): NodeProblem[] {
  if (parameters.length === 0) return [{ field: 'config.parameters', code: 'parameter_missing', message: 'There is no parameter.' }]
  const names = parameters.map(({ name }) => name)
  return findRepeated(names, [missingField, ...Object.keys(errorFields)]).map((at) => ({
    field: `config.parameters.${at}.name`,
    code: 'parameter_repeated',
    message: `The name "${names[at]}" is taken.`,
  }))
}
