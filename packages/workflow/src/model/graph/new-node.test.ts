import { WorkflowNode, type WorkflowNodeType } from '@heddle/contracts/workflow/workflow-graph'
import { expect, test } from 'vitest'
import { nodeTypes } from '../node-type-list.ts'
import { createNode } from './new-node.ts'

test.each([...nodeTypes.keys()] as WorkflowNodeType[])('a new %s is of its schema, and no two share their configuration', (type) => {
  const node = createNode(type, 'new_1', 'New')
  expect(WorkflowNode.parse(node)).toEqual(node)
  Object.assign(node, { config: 'changed' })
  expect(WorkflowNode.safeParse(createNode(type, 'new_1', 'New')).success).toBe(true)
})
