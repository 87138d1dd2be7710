import { WorkflowNode } from '@heddle/contracts/workflow/workflow-graph'
import { listFields } from '@heddle/workflow/model/graph/fields'
import type { GraphNode } from '@heddle/workflow/model/graph/graph'
import { createNode } from '@heddle/workflow/model/graph/new-node'
import { nodeTypes } from '@heddle/workflow/model/node-type-list'
import { describe, expect, test } from 'vitest'
import texts from '#i18n/locales/en/builder.json'
import { createEntry, type Field, findIssues, listConfigFields, listTemplatePaths, paletteTypes } from './fields.ts'
import { filterVariables, findTrigger, listVariables } from './variables.ts'

const nested = (fields: readonly Field[]): readonly Field[] =>
  fields.flatMap((field) => [field, ...(field.kind === 'objects' ? nested(field.fields) : [])])

describe.each([...paletteTypes])('the form of the type "%s"', (type) => {
  const fields = listConfigFields(type)

  test('has a name for the type and each of its fields', () => {
    expect(texts.type).toHaveProperty(type)
    expect(texts.typeHint).toHaveProperty(type)
    const names = nested(fields)
      .map(({ name }) => name)
      .filter((name) => name !== 'id')
    expect(names.filter((name) => !(name in texts.field))).toEqual([])
  })

  test('has a label for each field that it gives to later nodes', () => {
    const node: GraphNode = { ...createNode(type, 'one', 'One'), on_error: 'branch' }
    const names = Object.keys(listFields(node, nodeTypes))
    // Those of the values of a new node are its author's.
    expect(names.filter((name) => !/^value_\d$/.test(name)).filter((name) => !(name in texts.output))).toEqual([])
  })

  test('begins with a node that the contract accepts', () => {
    const node = createNode(type, 'one', 'One')
    expect(findIssues(node)).toEqual([])
    expect(Object.keys(node.type === 'start' ? {} : node.config).toSorted()).toEqual(
      fields
        .filter(({ isOptional }) => !isOptional)
        .map(({ name }) => name)
        .toSorted(),
    )
  })

  test('adds entries to its lists that the contract accepts', () => {
    const node = createNode(type, 'one', 'One')
    for (const field of fields) {
      if (field.kind !== 'objects') continue
      const first = createEntry(field.name, field.fields, [])
      const config = { ...('config' in node ? node.config : {}), [field.name]: [first, createEntry(field.name, field.fields, [first])] }
      expect(WorkflowNode.safeParse({ ...node, config }).error?.issues ?? []).toEqual([])
    }
  })
})

test('a text that is null is a template too', () => {
  expect(listTemplatePaths(createNode('http_request', 'one', 'One'))).toContain('config.body')
})

const format = (type: string, field: string) => `${type} ${field}`

describe('the variables of a node', () => {
  const graph = {
    nodes: [createNode('start', 'start', 'Question'), createNode('llm', 'llm', 'Model'), createNode('answer', 'answer', 'Reply')],
    edges: [
      { source: 'start', target: 'llm' },
      { source: 'llm', target: 'answer' },
    ],
  }

  test('are the fields of the nodes before it, with their types', () => {
    expect(listVariables(graph, 'answer', format)).toContainEqual({
      nodeId: 'llm',
      title: 'Model',
      field: 'text',
      label: 'llm text',
      type: 'text',
    })
    expect(listVariables(graph, 'llm', format).map(({ nodeId }) => nodeId)).not.toContain('llm')
    expect(listVariables(graph, 'start', format)).toEqual([])
  })

  test('are found by the title of their node, and by their name', () => {
    const found = (keyword: string) => filterVariables(listVariables(graph, 'answer', format), keyword).map(({ nodeId }) => nodeId)
    expect(found('mod')).toEqual(['llm'])
    expect(found('llm.te')).toEqual(['llm'])
    expect(found('nothing')).toEqual([])
  })

  test.each([
    ['檢索知識', '檢索'],
    ['ค้นหาความรู้', 'ค้นหา'],
    ['Trả lời người dùng', 'Trả lời n'],
    ['Trả lời người dùng', 'tra loi'],
    ['ナレッジ検索', 'ﾅﾚｯｼﾞ'],
  ])('are found by the title %j when %j is typed', (title, keyword) => {
    const variables = [{ nodeId: 'node', title, field: 'text', label: 'Text', type: 'text' } as const]
    for (const opened of ['{{', '{{ ', '/', '／', '｛｛'])
      expect(findTrigger(opened + keyword, opened.length + keyword.length)).toEqual({ start: 0, keyword })
    expect(filterVariables(variables, keyword)).toEqual(variables)
    expect(filterVariables(variables, `${keyword}x`)).toEqual([])
  })
})

test.each([
  ['{{', { start: 0, keyword: '' }],
  ['Say {{ llm.t', { start: 4, keyword: 'llm.t' }],
  ['/', { start: 0, keyword: '' }],
  ['答案 /llm', { start: 3, keyword: 'llm' }],
  ['{{llm.text}}', null],
  ['https://host/path', null],
  ['either/or', null],
  ['{{llm.text}} und', null],
  ['a / b', null],
])('the text %j before the caret offers variables: %j', (text, expected) => {
  expect(findTrigger(text, text.length)).toEqual(expected)
})
