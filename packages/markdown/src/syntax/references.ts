// References to addresses that a text defines elsewhere (`[words][1]`, `![words][1]`). A page finds them as it draws.
import type { Node } from './tree.ts'

const resolvedTypes: Readonly<Record<string, string>> = { linkReference: 'link', imageReference: 'image' }

function takeDefinitions(node: Node, urls: Map<string, string>): void {
  if (node.type === 'definition' && node.identifier && !urls.has(node.identifier)) urls.set(node.identifier, node.url ?? '')
  for (const child of node.children ?? []) takeDefinitions(child, urls)
}

/** Makes the references of a tree the links and images that they are. */
export function resolveReferences(tree: Node): void {
  const urls = new Map<string, string>()
  takeDefinitions(tree, urls)
  if (urls.size === 0) return
  const resolve = (node: Node) => {
    const type = resolvedTypes[node.type]
    if (type) Object.assign(node, { type, url: urls.get(node.identifier ?? '') })
    node.children?.forEach(resolve)
  }
  resolve(tree)
}
