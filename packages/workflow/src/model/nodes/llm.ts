// Calls a language model. Its text is emitted in pieces as it arrives, and so is its reasoning.
import type { LlmNode } from '@heddle/contracts/workflow/workflow-graph'
import { acceptJson, formatJsonInstruction } from '../call/json-answer.ts'
import type { CompiledSchema, SchemaProblem } from '../json-schema/compile-schema.ts'
import { createRepairMessages, watchLanguage } from '../call/language-repair.ts'
import { callModel, type Repair } from '../call/model-call.ts'
import { isEmpty, type ModelText, requireText } from '../call/model-outcome.ts'
import { listReferences, type Reference } from '../graph/template.ts'
import type { NodeContext, NodeProblem, NodeType } from '../node-type.ts'
import type { Passage } from '../passage.ts'
import type { ModelMessage } from '../ports.ts'
import type { PromptLayer } from '../call/prompt-layer.ts'
import { budgetHistory, budgetPassages } from '../call/prompt-layers.ts'
import { budgetInstructions, fitInstructions, renderInstructions } from '../call/personal-instructions.ts'
import { type Fit, fitHistory, joinPrompt } from '../call/prompt-messages.ts'
import { formatLanguageInstruction } from '../call/response-language.ts'
import { createContinuationMessages } from '../call/continuation.ts'
import { isObject, type NodeResult } from '../value.ts'
import { requireFields } from './required-fields.ts'

type Schema = NonNullable<LlmNode['config']['json_schema']>

/** Returns the form of an answer in JSON, or why there is none; null where schemas are not read. */
export type CompileSchema = (schema: Schema) => CompiledSchema | null

export const createLlmNode = (compileSchema: CompileSchema): NodeType<LlmNode> => ({
  fields: ({ config }) => ({ text: 'text', ...(config.json_schema && { json: 'object' }) }),
  templates: ({ config }) => ({ 'config.prompt': config.prompt, 'config.question': config.question }),
  model: ({ config }) => config.model,
  findProblems: ({ config }) => [
    ...requireFields({ 'config.question': config.question }),
    ...checkSchema(config.json_schema, compileSchema),
  ],
  isReplayed: true,

  run({ id, config }, context) {
    const { ports, input, soFar } = context
    const form = config.json_schema && createForm(config.json_schema, compileSchema)
    // A continuation cannot be retracted: readers have seen the text before it.
    const watch = context.isShown && soFar === '' && !form ? watchLanguage(ports, input) : null

    function accept(call: ModelText): NodeResult | Repair {
      const { text, outcome, isRepair } = call
      if (form) {
        const whole = soFar === '' ? call : { ...call, text: soFar + text, isRepair: true, outcome: isEmpty(outcome) ? 'whole' : outcome }
        return acceptJson(whole, form, (json) => ({ output: { text, json } }))
      }
      // A model that has nothing to add to its own text has ended it.
      if (soFar === '' || outcome !== 'MODEL_EMPTY') requireText(call)
      const isWrong = !isRepair && (call.isWrong || (watch?.isWrongAtEnd(text) ?? false))
      if (isWrong) return { added: createRepairMessages(text, input), notice: { code: 'language_repaired' } as const }
      return { output: { text }, ...(outcome === 'cut' && { isCut: true }) }
    }

    let listLayers: (() => readonly PromptLayer[]) | undefined
    return callModel(
      {
        nodeId: id,
        model: config.model ?? input.model,
        createMessages(fit) {
          const composed = composePrompt(config, context, fit)
          ;({ listLayers } = composed)
          return composed.messages
        },
        ...(context.isShown && { listLayers: () => listLayers?.() ?? [] }),
        temperature: config.temperature ?? undefined,
        // The rest of an answer is no object by itself.
        answerSchema: config.json_schema && soFar === '' ? { name: 'answer', schema: config.json_schema } : undefined,
        isEmitted: true,
        notice: ({ readsImages }) =>
          readsImages || input.images.length === 0 ? undefined : { code: 'images_not_seen', count: input.images.length },
        watch,
        accept,
      },
      context,
    )
  },
})

/** Returns the prompt, and what went along of its layers. */
export function composePrompt(
  config: LlmNode['config'],
  { input, ports, soFar, isShown, render, read }: Pick<NodeContext, 'input' | 'ports' | 'soFar' | 'isShown' | 'render' | 'read'>,
  fit: Fit,
): { readonly messages: readonly ModelMessage[]; readonly listLayers: () => readonly PromptLayer[] } {
  // Wishes are for the reply: what other nodes read, and the form of an answer, are the author's.
  const wishes = isShown && !config.json_schema && input.instructions ? input.instructions : { person: null, folders: [] }
  const { person, folder } = fitInstructions(wishes, fit.contextTokens)
  const system = [
    render(config.prompt),
    input.userPrompt,
    renderInstructions({ person, folder }),
    formatLanguageInstruction(input.responseLanguage),
    config.json_schema ? formatJsonInstruction(config.json_schema) : null,
  ]
  const prompt: ModelMessage = { role: 'system', content: joinPrompt(system) }
  const images = fit.readsImages ? input.images : []
  const question: ModelMessage = { role: 'user', content: render(config.question), ...(images.length > 0 && { images }) }
  const continued = { ...input, soFar, contextTokens: fit.contextTokens }
  const rest = [question, ...createContinuationMessages(continued, [prompt, question], { ...ports, countTokens: fit.countTokens })]
  const required = [prompt, ...rest]
  const history = fitHistory(input.history, config.history_messages, required, fit)

  /** The tokens of a budget are counted for who asks only. */
  function listLayers(): PromptLayer[] {
    const references = [config.prompt, config.question].flatMap(listReferences)
    const passages = new Set(references.flatMap((reference) => readPassages(read, reference)))
    const listTexts = (isOfFile: boolean) =>
      [...passages]
        .filter(({ fileId }) => (fileId !== null) === isOfFile)
        .map(({ title, text, result }) => ({ title: result ? null : title, text }))
    const budget = (addedFiles = '') => budgetPassages(100, { ...input, addedFiles, contextTokens: fit.contextTokens }, fit.countTokens)
    const expert = input.userPrompt ?? ''
    return [
      { name: 'expert', countBudget: () => fit.countTokens(expert), texts: expert === '' ? [] : [{ title: null, text: expert }] },
      { name: 'person', countBudget: () => budgetInstructions(fit.contextTokens), texts: person },
      { name: 'folder', countBudget: () => budgetInstructions(fit.contextTokens), texts: folder },
      {
        name: 'history',
        countBudget: () => budgetHistory(required, fit),
        texts: history.map(({ content }) => ({ title: null, text: content })),
      },
      { name: 'files', countBudget: () => budget(), texts: listTexts(true) },
      { name: 'passages', countBudget: () => budget(input.addedFiles), texts: listTexts(false) },
    ]
  }

  return { messages: [prompt, ...history, ...rest], listLayers }
}

/** Returns the passages that a prompt has by a reference; an empty list for one to anything else. */
function readPassages(read: NodeContext['read'], { nodeId, field }: Reference): readonly Passage[] {
  const value = field === 'text' || field === 'passages' ? read({ nodeId, field: 'passages' }) : null
  return value?.type === 'passages' ? value.value : []
}

/** Returns the form of an answer. No graph runs with a schema that has a problem. */
function createForm(schema: Schema, compileSchema: CompileSchema) {
  const compiled = compileSchema(schema)
  if (!compiled) throw new Error('The schema of an answer is not read')
  if ('problem' in compiled) throw new Error(`The schema of an answer has the problem ${compiled.problem}`)
  return compiled.form
}

const problemMessages: Readonly<Record<SchemaProblem, string>> = {
  schema_invalid: 'The schema is no JSON Schema that can be checked.',
  schema_too_large: 'The schema has too many properties, branches or levels, or references that multiply them.',
  pattern_unsupported:
    'A pattern of the schema has what cannot be matched in bounded time, such as a look-around or a back-reference, or is too long.',
}

function checkSchema(schema: Schema | undefined, compileSchema: CompileSchema): NodeProblem[] {
  if (!schema) return []
  const field = 'config.json_schema'
  if (schema.type !== 'object' || !isObject(schema.properties))
    return [{ field, code: 'schema_invalid', message: 'The schema has to be of the type "object", with properties.' }]
  const compiled = compileSchema(schema)
  return compiled && 'problem' in compiled ? [{ field, code: compiled.problem, message: problemMessages[compiled.problem] }] : []
}
