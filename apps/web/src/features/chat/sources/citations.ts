// A rehype plugin that finds the numbers by which a reply cites its sources. It knows nothing of the sources themselves, which may
// come after the text: a finished block is never parsed again because of them.
type Node = { type: string; tagName?: string; value?: string; properties?: Record<string, unknown>; children?: Node[] }

/** However a model writes them, the service makes them `[1]`, and `[1][2]` for several. */
const citation = /\[(\d{1,3})\]/g

/** Brackets in code and in what leads elsewhere are no citations. */
const untouched = new Set(['a', 'code', 'pre'])

/** Turns each citation in the text into a `<cite>` that holds its number; runs on the clean tree. */
export const markCitations = () => (tree: Node) => markNode(tree)

function markNode(node: Node) {
  if (!node.children || untouched.has(node.tagName ?? '')) return
  node.children = node.children.flatMap((child) => {
    if (child.type === 'text') return splitText(child)
    markNode(child)
    return [child]
  })
}

function splitText(text: Node): Node[] {
  const value = text.value ?? ''
  const nodes: Node[] = []
  let end = 0
  for (const { 0: match, 1: number = '', index } of value.matchAll(citation)) {
    if (index > end) nodes.push({ type: 'text', value: value.slice(end, index) })
    nodes.push(createCitation(number))
    end = index + match.length
  }
  if (end === 0) return [text]
  return end < value.length ? [...nodes, { type: 'text', value: value.slice(end) }] : nodes
}

const createCitation = (number: string): Node => ({
  type: 'element',
  tagName: 'cite',
  properties: {},
  children: [{ type: 'text', value: number }],
})
