// A rehype plugin that marks the citations of a reply. It does not use the sources, which may arrive after the text, so that a finished
// block is not parsed again because of them.
type Node = { type: string; tagName?: string; value?: string; properties?: Record<string, unknown>; children?: Node[] }

/** The service normalizes citations to `[1]`, and to `[1][2]` for several. */
const citation = /\[(\d{1,3})\]/g

/** Brackets in code and links are no citations. */
const untouched = new Set(['a', 'code', 'pre'])

/** Replaces each citation in the text by a `<cite>` with its number; runs on the sanitized tree. */
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
