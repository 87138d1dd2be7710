import type { WorkflowNode } from '@heddle/contracts/workflow/workflow-graph'
import { describe, expect, test } from 'vitest'
import { answer, llm, parseEdges, start } from '../../testing/test-nodes.ts'
import type { Graph, GraphNode } from './graph.ts'
import { checkGraph } from './graph-rules.ts'
import { nodeTypes } from '../node-type-list.ts'
import { findGraphWarnings, type SiteFacts } from './graph-warnings.ts'

const isEven: WorkflowNode = {
  id: 'if',
  type: 'condition',
  title: 'If',
  config: {
    cases: [
      { id: 'yes', label: '', match: 'all', comparisons: [{ value: '{{start.question}}', operator: 'is_not_empty', compare_to: '' }] },
    ],
  },
}
const template = (id: string, text: string): GraphNode => ({ id, type: 'template', title: id, config: { text } })

const createGraph = (nodes: readonly GraphNode[], links: string): Graph => ({ nodes: [start, ...nodes], edges: parseEdges(links) })

function listWarnings(nodes: readonly GraphNode[], links: string, site?: SiteFacts) {
  const graph = createGraph(nodes, links)
  expect(checkGraph(graph, nodeTypes)).toEqual([])
  return findGraphWarnings(graph, site).map(({ severity, code, node_id: id, field, handle, subject }) => {
    expect(severity).toBe('warning')
    // A warning about a field quotes what it is about.
    expect(subject !== undefined).toBe(field !== undefined)
    return [code, id, field ?? handle].join(' ')
  })
}

describe('a reference may be empty', () => {
  test('not where its node always runs before, on every branch', () => {
    const nodes = [llm('a'), isEven, template('b', '{{a.text}}'), answer('one', '{{a.text}}')]
    expect(listWarnings(nodes, 'start>a a>if if.yes>b if.else>one b>one')).toEqual([])
    expect(listWarnings([llm('a'), llm('b'), answer('one', '{{a.text}}{{b.text}}')], 'start>a start>b a>one b>one')).toEqual([])
  })

  test('where its node is on one branch only', () => {
    const nodes = [isEven, llm('a'), answer('one', '{{a.text}}')]
    expect(listWarnings(nodes, 'start>if if.yes>a if.else>one a>one')).toEqual(['reference_may_be_empty one config.text'])
  })

  test('not within the branch, nor beside another way into the same branch', () => {
    const nodes = [isEven, llm('a'), llm('b'), answer('one', '{{a.text}}'), answer('two', 'No.')]
    expect(listWarnings(nodes, 'start>if if.yes>a if.yes>b if.else>two a>one b>one')).toEqual([])
  })

  test('where its node may fail into its branch', () => {
    const nodes = [llm('a', { on_error: 'branch' }), answer('one', '{{a.text}}'), answer('sorry', '{{a.error_message}}{{a.text}}')]
    expect(listWarnings(nodes, 'start>a a>one a.error>sorry')).toEqual(['reference_may_be_empty sorry config.text'])
    expect(listWarnings([nodes[0]!, answer('one', '{{a.text}}{{a.error_code}}')], 'start>a a>one a.error>one')).toEqual([
      'reference_may_be_empty one config.text',
      'reference_may_be_empty one config.text',
    ])
  })

  test('not in a condition or in merged results, which are made for that', () => {
    const merge: GraphNode = {
      id: 'merge',
      type: 'merge_results',
      title: 'Merge',
      config: { mode: 'first', sources: ['{{a.text}}'], separator: '' },
    }
    const nodes = [isEven, llm('a'), merge, answer('one', '{{merge.text}}')]
    expect(listWarnings(nodes, 'start>if if.yes>a if.else>merge a>merge merge>one')).toEqual([])
  })
})

test('a way without an answer is named by its handle', () => {
  expect(listWarnings([isEven, llm('a', { on_error: 'branch' }), answer('one', 'x')], 'start>if if.yes>a start>one')).toEqual([
    'branch_without_answer if else',
    'branch_without_answer a out',
    'branch_without_answer a error',
  ])
})

describe('the site', () => {
  const models = [{ name: 'small', contextTokens: 1_000, hasJsonSchema: false }]
  const createLlm = (config: object): GraphNode => ({ ...llm('a'), config: { ...(llm('a').config as object), ...config } })
  const list = (config: object, site: SiteFacts) => listWarnings([createLlm(config), answer('one', 'x')], 'start>a a>one', site)

  test('has no such model', () => {
    expect(list({ model: 'other' }, { models })).toEqual(['model_unknown a config.model'])
    expect(list({ model: 'small' }, { models })).toEqual([])
    expect(list({ model: 'other' }, {})).toEqual([])
  })

  test('has a model that does not enforce a schema', () => {
    const json = { json_schema: { type: 'object', properties: {} } }
    expect(list(json, { models, defaultModel: 'small' })).toEqual(['model_without_json_schema a config.model'])
  })

  test('has a model whose context is shorter than the prompt', () => {
    const site = { models, defaultModel: 'small', countTokens: ({ length }: string) => length }
    expect(list({ prompt: 'x'.repeat(900) }, site)).toEqual(['prompt_too_long a config.prompt'])
    expect(list({ prompt: `${'x'.repeat(700)}{{start.question}}` }, site)).toEqual([])
  })

  test.each([
    ['api.example.org', true],
    ['example.org', false],
    ['*.example.org', true],
    ['*.ample.org', false],
    ['*.api.example.org', false],
    ['api.example.org:8443', false],
  ])('allows %s: %s', (pattern, isAllowed) => {
    const call: GraphNode = {
      id: 'call',
      type: 'http_request',
      title: 'Call',
      config: { method: 'GET', url: 'https://API.example.org/a?b={{start.question}}', headers: [], body: null, body_type: 'json' },
    }
    const warnings = listWarnings([call, answer('one', 'x')], 'start>call call>one', { allowedHosts: [pattern] })
    expect(warnings).toEqual(isAllowed ? [] : ['host_not_allowed call config.url'])
  })
})
