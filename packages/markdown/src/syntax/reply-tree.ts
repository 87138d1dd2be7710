// Links, breaks and elements of HTML that Markdown reads otherwise.
import { showMarks } from './hidden-marks.ts'
import { drawDetails, drawInline } from './html-elements.ts'
import { placeLineBreaks } from './line-breaks.ts'
import type { Node } from './tree.ts'

/** Makes the tree of a reply what the page draws. */
export function drawReplyTree(node: Node, isGrowing: boolean, isInLink = false): void {
  if (node.type === 'inlineMath') node.data?.hChildren?.forEach((source) => (source.value = showMarks(source.value ?? '')))
  if (!node.children) return
  const inLink = isInLink || node.type === 'link' || node.type === 'linkReference'
  let hasTag = false
  for (const child of node.children) {
    drawReplyTree(child, isGrowing, inLink)
    hasTag ||= child.type === 'html' || child.hasTag === true
  }
  // The address that a link shows is no link of its own.
  if (inLink) node.children = node.children.flatMap((child) => (child.type === 'link' ? (child.children ?? []) : [child]))
  if (hasTag) node.children = drawDetails(drawInline(node.children, isGrowing), isGrowing)
  if (node.type !== 'paragraph') return
  // Those around it may be the rest of what folds.
  node.hasTag = hasTag
  placeLineBreaks(node)
}
