// A workflow of 200 nodes in rows: segments of a condition, four branches of a template and a prompt, and their join.
import type { WorkflowEdge, WorkflowGraph, WorkflowLayout, WorkflowNode } from '@heddle/contracts/workflow/workflow-graph'

const segments = 19
const segmentsPerRow = 4
const column = 300
const row = 110
const cases = ['cotton', 'wool', 'silk']
const instructions = 'Answer in the language of the question, and name what you read. '.repeat(20)
const branches = [...cases, 'else']

type Untitled<Node> = Node extends unknown ? Omit<Node, 'title'> : never
type UntitledNode = Untitled<WorkflowNode>
type Laid = { readonly nodes: WorkflowNode[]; readonly edges: WorkflowEdge[]; readonly layout: WorkflowLayout }

/** The node whose prompt is typed in: in the middle of the graph. */
export const typedNode = `llm_9_${cases[0]}`

/** Returns the graph with the positions of its nodes. */
export function createLargeGraph(): { graph: WorkflowGraph; layout: WorkflowLayout } {
  const laid: Laid = { nodes: [], edges: [], layout: {} }
  const add = (x: number, y: number, node: UntitledNode) => {
    laid.nodes.push({ ...node, title: `${node.id.replaceAll('_', ' ')} of the fibre desk` })
    laid.layout[node.id] = { x, y }
  }
  add(-column, 0, { id: 'start', type: 'start' })
  let last = 'start'
  for (let segment = 0; segment < segments; segment += 1) {
    const x = (segment % segmentsPerRow) * column * 4
    const y = Math.floor(segment / segmentsPerRow) * row * 6
    addSegment(segment, x, y)
    laid.edges.push({ source: last, target: `condition_${segment}` })
    last = `merge_${segment}`
  }
  for (let index = laid.nodes.length; index < 200; index += 1) {
    const id = index === 199 ? 'answer' : `tail_${index}`
    add((index - 191) * column, row * 32, { id, type: index === 199 ? 'answer' : 'template', config: { text: `{{${last}.text}}` } })
    laid.edges.push({ source: last, target: id })
    last = id
  }
  return { graph: { nodes: laid.nodes, edges: laid.edges }, layout: laid.layout }

  function addSegment(segment: number, x: number, y: number) {
    const comparison = { value: '{{start.question}}', operator: 'contains', compare_to: 'thread' } as const
    add(x, y + row * 2, {
      id: `condition_${segment}`,
      type: 'condition',
      config: { cases: cases.map((id) => ({ id, label: id, match: 'all', comparisons: [comparison] })) },
    })
    for (const [index, branch] of branches.entries()) {
      const name = `${segment}_${branch}`
      add(x + column, y + row * index, {
        id: `template_${name}`,
        type: 'template',
        config: { text: 'About {{start.question}}:' },
      })
      add(x + column * 2, y + row * index, {
        id: `llm_${name}`,
        type: 'llm',
        config: {
          model: null,
          prompt: `You know ${branch}. {{template_${name}.text}}\n${instructions}`,
          question: '{{start.question}}',
          temperature: null,
          history_messages: 6,
        },
      })
      laid.edges.push(
        { source: `condition_${segment}`, source_handle: branch, target: `template_${name}` },
        { source: `template_${name}`, target: `llm_${name}` },
        { source: `llm_${name}`, target: `merge_${segment}` },
      )
    }
    add(x + column * 3, y + row * 2, {
      id: `merge_${segment}`,
      type: 'merge_results',
      config: { mode: 'first', sources: branches.map((branch) => `{{llm_${segment}_${branch}.text}}`), separator: '' },
    })
  }
}
