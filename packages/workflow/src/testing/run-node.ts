// Runs one node of the product with a scripted model, and returns its result and what it emitted.
import type { WorkflowNode } from '@heddle/contracts/workflow/workflow-graph'
import { translate } from '@heddle/words/words'
import type { NodeEvent, WorkflowInput } from '../model/node-type.ts'
import { nodeTypes } from '../model/node-type-list.ts'
import {
  type ApprovedAnswerPort,
  type DatasetPort,
  type HttpPort,
  ModelError,
  type ModelEvent,
  type ModelRequest,
  type RetrievalPort,
} from '../model/ports.ts'
import { renderTemplate } from '../model/graph/template.ts'
import { renderValue, type TypedValue } from '../model/value.ts'
import { describeModelsOf } from './describe-model.ts'
import { createPassageNumbers } from '../model/passage-numbers.ts'
import { plainInput } from './input.ts'
import { createTestPorts } from './test-ports.ts'

export type RunNodeOptions = {
  /** What the model answers to each call, in order; the last one to all further calls. */
  readonly answers?: readonly (string | ModelError | readonly ModelEvent[])[]
  /** The values of earlier nodes, as `node.field`. */
  readonly values?: Readonly<Record<string, TypedValue>>
  readonly changes?: Partial<WorkflowInput>
  readonly http?: HttpPort
  readonly retrieval?: RetrievalPort
  readonly datasets?: DatasetPort
  readonly approvedAnswers?: ApprovedAnswerPort
  readonly searchedCollections?: readonly string[]
  readonly isShown?: boolean
}

export async function runNode(
  node: WorkflowNode,
  {
    answers = ['Yes.'],
    values = {},
    changes,
    http,
    retrieval,
    datasets,
    approvedAnswers,
    searchedCollections = [],
    isShown = false,
  }: RunNodeOptions = {},
) {
  const requests: ModelRequest[] = []
  const input = { ...plainInput, ...changes }
  const known: Readonly<Record<string, TypedValue>> = { 'start.question': { type: 'text', value: input.question }, ...values }
  const read = ({ nodeId, field }: { nodeId: string; field: string }) => known[`${nodeId}.${field}`] ?? null
  const render = (template: string, format = ({ type, value }: TypedValue) => renderValue(type, value)) =>
    renderTemplate(template, (reference) => {
      const found = read(reference)
      return found ? format(found) : ''
    })
  const ports = createTestPorts({
    ...(http && { http }),
    ...(retrieval && { retrieval }),
    ...(datasets && { datasets }),
    ...(approvedAnswers && { approvedAnswers }),
    model: {
      describe: describeModelsOf(input),
      async *generate(request) {
        requests.push(request)
        const answer = answers[Math.min(requests.length, answers.length) - 1] ?? ''
        if (answer instanceof ModelError) throw answer
        if (typeof answer !== 'string') {
          yield* answer
          return
        }
        yield { type: 'reasoning', text: 'Let me see. ' }
        yield { type: 'text', text: answer }
      },
    },
  })
  const type = nodeTypes.get(node.type)
  if (!type) throw new Error(`There is no type ${node.type}`)
  const run = type.run(node, {
    input,
    ports,
    signal: new AbortController().signal,
    searchedCollections,
    isShown,
    soFar: '',
    render,
    read,
    numberPassage: createPassageNumbers([]),
    translate: (key, given) => translate(input.responseLanguage, key, given),
  })
  const events: NodeEvent[] = []
  let result = await run.next()
  for (; !result.done; result = await run.next()) events.push(result.value)
  return { ...result.value, events, requests }
}
