// The table of outcomes: how a model ended × text × thoughts × what its node makes of it.
import type { WorkflowNode } from '@heddle/contracts/workflow/workflow-graph'
import { describe, expect, test } from 'vitest'
import { type CallOutcome, readOutcome } from './model-outcome.ts'
import type { FinishReason, ModelEvent } from '../ports.ts'
import { runNode } from '../../testing/run-node.ts'

const asked = { model: null, question: '{{start.question}}', instructions: 'Do it.', history_messages: 0 }
const written = { model: null, prompt: '', question: '{{start.question}}', temperature: null, history_messages: 0 }
const schema = { type: 'object', properties: { city: { type: 'string' } } }
const city = { name: 'city', type: 'text', description: '', required: true } as const

const nodes = {
  llm: { id: 'n', title: 'N', type: 'llm', config: written },
  json: { id: 'n', title: 'N', type: 'llm', config: { ...written, json_schema: schema } },
  parameter_extract: { id: 'n', title: 'N', type: 'parameter_extract', config: { ...asked, parameters: [city] } },
  classifier: { id: 'n', title: 'N', type: 'classifier', config: { ...asked, categories: [{ id: 'a', name: 'A', description: '' }] } },
  query_rewrite: { id: 'n', title: 'N', type: 'query_rewrite', config: { ...asked, document_languages: false } },
} as const satisfies Record<string, WorkflowNode>

type NodeName = keyof typeof nodes
const nodeNames = Object.keys(nodes) as NodeName[]

/** A text that each node can read: an object of the schema, and the number of the category. */
const texts: Readonly<Record<NodeName, string>> = {
  llm: 'Taipei.',
  json: '{"city":"Taipei"}',
  parameter_extract: '{"city":"Taipei"}',
  classifier: '1',
  query_rewrite: 'Where is Taipei?',
}

const isText = { text: true, blank: false, none: false }
const all = (['stop', 'length'] as const).flatMap((finish) =>
  (['text', 'blank', 'none'] as const).flatMap((text) => [true, false].map((thinks) => ({ finish, text, thinks }))),
)

function expectOutcome({ finish, text, thinks }: (typeof all)[number]): CallOutcome {
  if (isText[text]) return finish === 'length' ? 'cut' : 'whole'
  if (!thinks) return 'MODEL_EMPTY'
  return finish === 'length' ? 'MODEL_THOUGHT_TO_LIMIT' : 'MODEL_ONLY_THOUGHT'
}

test.each(all)('$finish after $text, thoughts: $thinks', ({ finish, text, thinks }) => {
  const ended = { text: { text: 'x', blank: ' \n\u3000', none: '' }[text], reasoning: thinks ? 'Hm.' : '', finish }
  expect(readOutcome(ended)).toBe(expectOutcome({ finish, text, thinks }))
})

test.each([
  { text: '', reasoning: '', finish: 'tool_calls' },
  { text: ' \n', reasoning: 'Hm.', finish: 'tool_calls' },
  { text: '', reasoning: '', finish: 'length', toolCalls: [{ id: '', name: 'add', arguments: '' }] },
] as const)('%j has called a tool that was not offered', (ended) => {
  expect(readOutcome(ended)).toBe('MODEL_TOOL_CALL')
})

test('a tool that is called beside a text changes nothing of it', () => {
  expect(readOutcome({ text: 'x', reasoning: '', finish: 'tool_calls' })).toBe('whole')
})

const createEvents = (text: string, reasoning: string, reason: FinishReason): ModelEvent[] => [
  ...(reasoning === '' ? [] : [{ type: 'reasoning' as const, text: reasoning }]),
  ...(text === '' ? [] : [{ type: 'text' as const, text }]),
  { type: 'finish', reason },
]

/** What becomes of two calls that both end in this way: the calls that are made, and the result or the error. */
const table: Readonly<Record<NodeName, Readonly<Record<CallOutcome, string>>>> = {
  llm: {
    whole: '1 taken',
    cut: '1 taken as cut',
    MODEL_EMPTY: '1 MODEL_EMPTY',
    MODEL_ONLY_THOUGHT: '1 MODEL_ONLY_THOUGHT',
    MODEL_THOUGHT_TO_LIMIT: '1 MODEL_THOUGHT_TO_LIMIT',
    MODEL_TOOL_CALL: '1 MODEL_TOOL_CALL',
  },
  json: {
    whole: '1 taken',
    cut: '2 WORKFLOW_OUTPUT_INVALID',
    MODEL_EMPTY: '2 MODEL_EMPTY',
    MODEL_ONLY_THOUGHT: '2 MODEL_ONLY_THOUGHT',
    MODEL_THOUGHT_TO_LIMIT: '2 MODEL_THOUGHT_TO_LIMIT',
    MODEL_TOOL_CALL: '2 MODEL_TOOL_CALL',
  },
  parameter_extract: {
    whole: '1 taken',
    cut: '2 WORKFLOW_OUTPUT_INVALID',
    MODEL_EMPTY: '2 MODEL_EMPTY',
    MODEL_ONLY_THOUGHT: '2 MODEL_ONLY_THOUGHT',
    MODEL_THOUGHT_TO_LIMIT: '2 MODEL_THOUGHT_TO_LIMIT',
    MODEL_TOOL_CALL: '2 MODEL_TOOL_CALL',
  },
  classifier: {
    whole: '1 taken',
    cut: '2 WORKFLOW_OUTPUT_INVALID',
    MODEL_EMPTY: '2 MODEL_EMPTY',
    MODEL_ONLY_THOUGHT: '2 MODEL_ONLY_THOUGHT',
    MODEL_THOUGHT_TO_LIMIT: '2 MODEL_THOUGHT_TO_LIMIT',
    MODEL_TOOL_CALL: '2 MODEL_TOOL_CALL',
  },
  query_rewrite: {
    whole: '1 taken',
    cut: '1 replaced by the question',
    MODEL_EMPTY: '1 replaced by the question',
    MODEL_ONLY_THOUGHT: '1 replaced by the question',
    MODEL_THOUGHT_TO_LIMIT: '1 replaced by the question',
    MODEL_TOOL_CALL: '1 replaced by the question',
  },
}

const calls: Readonly<Record<CallOutcome, (text: string) => ModelEvent[]>> = {
  whole: (text) => createEvents(text, 'Hm.', 'stop'),
  cut: (text) => createEvents(text, 'Hm.', 'length'),
  MODEL_EMPTY: () => createEvents(' \n', '', 'stop'),
  MODEL_ONLY_THOUGHT: () => createEvents('', 'Hm.', 'stop'),
  MODEL_THOUGHT_TO_LIMIT: () => createEvents('', 'Hm.', 'length'),
  MODEL_TOOL_CALL: () => [{ type: 'tool_call', call: { id: 'a', name: 'add', arguments: '{}' } }, ...createEvents('', '', 'tool_calls')],
}

const cases = nodeNames.flatMap((name) =>
  (Object.keys(calls) as CallOutcome[]).map((outcome) => ({ name, outcome, expected: table[name][outcome] })),
)

describe('a call of a node', () => {
  test.each(cases)('$name: $outcome is $expected', async ({ name, outcome, expected }) => {
    const answers = [calls[outcome](texts[name])]
    const ended = await runNode(nodes[name], { answers }).then(
      ({ output, isCut, requests }) => {
        const isReplaced = output.text === 'Why does cotton shrink?'
        return `${requests.length} ${isReplaced ? 'replaced by the question' : isCut ? 'taken as cut' : 'taken'}`
      },
      (error: { code: string }) => error.code,
    )
    // An error tells of no calls.
    expect(ended).toBe(/[A-Z]{3}/.test(expected) ? expected.slice(2) : expected)
  })
})
