// A remark plugin: makes the tree of a reply what the page draws: links, breaks and elements of HTML that Markdown reads otherwise.
import { markFootnotes } from './footnote-marks.ts'
import { showMarks } from './hidden-marks.ts'
import { drawDetails, drawInline } from './html-elements.ts'
import { placeLineBreaks } from './line-breaks.ts'
import type { Node } from './tree.ts'

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
  let hasTag = false
  for (const child of node.children) {
    draw(child, isGrowing, inLink)
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
