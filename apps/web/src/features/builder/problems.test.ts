import { createNode } from '@heddle/workflow/graph/new-node'
import { describe, expect, test } from 'vitest'
import { findProblems } from './problems.ts'

const start = createNode('start', 'start', 'Question')
const answer = { ...createNode('answer', 'answer', 'Reply'), config: { text: '{{start.question}}' } }
const edges = [{ source: 'start', target: 'answer' }]
const list = (nodes: Parameters<typeof findProblems>[0]['nodes']) =>
  findProblems({ nodes, edges }).map((problem) => [problem.nodeId, problem.field, 'code' in problem ? problem.code : 'rule'])

describe('the problems of a draft', () => {
  test('are none for a graph that runs', () => {
    expect(list([start, answer])).toEqual([])
  })

  test('are those of the graph too while a node breaks its schema', () => {
    const broken = { ...createNode('http_request', 'call', 'Call'), timeout_s: 0 }
    expect(list([start, answer, broken])).toEqual([
      ['call', 'timeout_s', 'rule'],
      ['call', undefined, 'unreachable'],
      ['call', 'config.url', 'field_missing'],
      ['call', undefined, 'branch_without_answer'],
    ])
  })

  test('are those of the schema alone for a node without a field that the rules read', () => {
    const broken = { ...createNode('classifier', 'topic', 'Topic'), config: {} }
    const found = list([start, answer, broken])
    expect(found.length).toBeGreaterThan(0)
    expect(found.every(([nodeId, , code]) => nodeId === 'topic' && code === 'rule')).toBe(true)
  })
})
