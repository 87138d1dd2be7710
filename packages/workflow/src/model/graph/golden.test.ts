// Published versions never change, so every earlier shape of a graph must stay readable and runnable. Each shape has a file in golden/:
// a new shape adds a file, and existing files are never edited.
import { WorkflowGraph } from '@heddle/contracts/workflow/workflow-graph'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ApprovedAnswerPort, DatasetPort, HttpPort, RetrievalPort } from '../ports.ts'
import { nodeTypes } from '../node-type-list.ts'
import { checkGraph } from './graph-rules.ts'
import { play } from '../../testing/play.ts'

const directory = join(import.meta.dirname, 'golden')
const files = readdirSync(directory)
// No graph reaches it with the answers of this model.
const http: HttpPort = { send: () => Promise.reject(new Error('No request was expected')) }
const retrieval: RetrievalPort = {
  findOtherLanguages: () => Promise.resolve([]),
  retrieve: () => Promise.resolve({ passages: [], notices: [], calls: [] }),
}
const datasets: DatasetPort = {
  describe: () => Promise.resolve(null),
  query: () => Promise.reject(new Error('No query was expected')),
  explain: (outcome) => outcome,
}
const approvedAnswers: ApprovedAnswerPort = {
  findNear: () => Promise.resolve({ isReadable: false, near: [], threshold: 1, calls: [], notices: [] }),
  escapeCitations: (text) => text,
}
const readGraph = (file: string): unknown => JSON.parse(readFileSync(join(directory, file), 'utf8'))

test('there is a file for every shape', () => {
  expect(files).toEqual([
    'graph-1.json',
    'graph-2.json',
    'graph-3.json',
    'graph-4.json',
    'graph-5.json',
    'graph-6.json',
    'graph-7.json',
    'graph-8.json',
    'graph-9.json',
  ])
})

test('every type of node is in one of them', () => {
  const used = new Set<string>(files.flatMap((file) => WorkflowGraph.parse(readGraph(file)).nodes.map(({ type }) => type)))
  expect([...nodeTypes.keys()].filter((type) => !used.has(type))).toEqual([])
})

describe.each(files)('a graph of the shape %s', (file) => {
  test('is parsed unchanged, and is valid', () => {
    const graph = WorkflowGraph.parse(readGraph(file))
    expect(graph).toEqual(readGraph(file))
    expect(checkGraph(graph, nodeTypes)).toEqual([])
  })

  test('runs', async () => {
    const { error, reply } = await play(WorkflowGraph.parse(readGraph(file)), { ports: { http, retrieval, datasets, approvedAnswers } })
    expect(error).toBeUndefined()
    expect(reply).toBe('Why does cotton shrink?')
  })

  test('has no positions, so that moving a node does not change the version', () => {
    const graph = WorkflowGraph.parse(readGraph(file))
    expect(WorkflowGraph.safeParse({ ...graph, layout: { start: { x: 1, y: 2 } } }).success).toBe(false)
    const [first, ...others] = graph.nodes
    expect(WorkflowGraph.safeParse({ ...graph, nodes: [{ ...first, position: { x: 1, y: 2 } }, ...others] }).success).toBe(false)
  })
})
