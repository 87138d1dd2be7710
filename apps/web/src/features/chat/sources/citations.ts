// A rehype plugin that marks the citations of a reply. It does not use the sources, which may arrive after the text, so that a finished
// block is not parsed again because of them.
import { type CitedStatement, listCitedStatements } from '@heddle/text/citation/cited-statements'

type Node = { type: string; tagName?: string; value?: string; properties?: Record<string, unknown>; children?: Node[] }

/** The service normalizes citations to `[1]`, and to `[1][2]` for several. */
const citation = /\[(\d{1,3})\]/g

/** Brackets in code and links are no citations. */
const untouched = new Set(['a', 'code', 'pre'])
/** The elements that a sentence goes through. */
const inline = new Set(['a', 'b', 'br', 'code', 'del', 'em', 'i', 'kbd', 'mark', 'span', 'strong', 'sub', 'sup', 'u'])

/** Replaces each citation in the text by a `<cite>` with its number; runs on the sanitized tree. */
export const markCitations = () => (tree: Node) => markBlock(tree)

const isInline = ({ type, tagName = '' }: Node) => type === 'text' || inline.has(tagName)

/** Marks the citations in the text of a block, and those of the blocks in it. */
function markBlock(block: Node) {
  if (!block.children || untouched.has(block.tagName ?? '')) return
  const statements = listCitedStatements(block.children.map((child) => (isInline(child) ? readFlow(child) : '\n')).join(''))
  const ends = statements.flatMap(({ text, numbers }) =>
    numbers.map((number, at) => ({ number, text, numbers, isLast: at === numbers.length - 1 })),
  )
  const takeStatement: TakeStatement = (number) => {
    const found = ends.splice(0, ends.findIndex((end) => end.number === number) + 1).at(-1)
    return found?.isLast ? found : null
  }
  block.children = block.children.flatMap((child) => {
    if (isInline(child)) return markInline(child, takeStatement)
    markBlock(child)
    return [child]
  })
}

/** Returns what a citation with a number is the last one of; null for one that others follow. */
type TakeStatement = (number: number) => CitedStatement | null

/** Returns the text of a node; what looks like a citation where none can be does not any more. */
function readFlow({ value = '', tagName = '', children = [] }: Node): string {
  const text = value + children.map(readFlow).join('')
  return untouched.has(tagName) ? text.replaceAll('[', '(') : text
}

function markInline(node: Node, takeStatement: TakeStatement): Node[] {
  if (node.type === 'text') return splitText(node, takeStatement)
  if (node.children && !untouched.has(node.tagName ?? ''))
    node.children = node.children.flatMap((child) => markInline(child, takeStatement))
  return [node]
}

function splitText(text: Node, takeStatement: TakeStatement): Node[] {
  const value = text.value ?? ''
  const nodes: Node[] = []
  let end = 0
  for (const { 0: match, 1: number = '', index } of value.matchAll(citation)) {
    if (index > end) nodes.push({ type: 'text', value: value.slice(end, index) })
    nodes.push(createCitation(number, takeStatement(Number(number))))
    end = index + match.length
  }
  if (end === 0) return [text]
  return end < value.length ? [...nodes, { type: 'text', value: value.slice(end) }] : nodes
}

const createCitation = (number: string, statement: CitedStatement | null): Node => ({
  type: 'element',
  tagName: 'cite',
  properties: statement ? { dataStatement: statement.text, dataNumbers: statement.numbers.join(' ') } : {},
  children: [{ type: 'text', value: number }],
})
