// A remark plugin: makes the tree of a reply what the page draws. Links, breaks and elements of HTML that Markdown reads otherwise, and
// the direction of each paragraph.
import { drawDetails, drawInline } from './html-elements.ts'
import { markFootnotes } from './footnote-marks.ts'
import { showMarks } from './hidden-marks.ts'
import { placeLineBreaks } from './line-breaks.ts'
import type { Node } from './tree.ts'

const lines = new Set(['paragraph', 'heading', 'tableCell'])
/** Each is read in the direction of its first letter. */
const directed = new Set(['paragraph', 'heading', 'tableCell', 'listItem'])

type TreeOptions = { isGrowing: boolean }

export const drawReplyTree =
  ({ isGrowing }: TreeOptions) =>
  (tree: Node): void => {
    markFootnotes(tree)
    draw(tree, isGrowing, false)
  }

function draw(node: Node, isGrowing: boolean, isInLink: boolean): void {
  if (node.type === 'inlineMath') node.data?.hChildren?.forEach((source) => (source.value = showMarks(source.value ?? '')))
  if (!node.children) return
  const inLink = isInLink || node.type === 'link' || node.type === 'linkReference'
  for (const child of node.children) draw(child, isGrowing, inLink)
  // The address that a link shows is no link of its own.
  if (inLink) node.children = node.children.flatMap((child) => (child.type === 'link' ? (child.children ?? []) : [child]))
  node.children = drawInline(node.children, isGrowing)
  if (node.type === 'paragraph') placeLineBreaks(node)
  else if (!lines.has(node.type)) node.children = drawDetails(node.children, isGrowing)
  if (directed.has(node.type)) node.data = { ...node.data, hProperties: { ...node.data?.hProperties, dir: 'auto' } }
}
