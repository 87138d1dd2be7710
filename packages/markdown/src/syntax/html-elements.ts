// The few elements of HTML that replies may have: without attributes, and closed where they were opened. Whatever else looks like a
// tag is text.
import { scanProse } from '@heddle/text/prose/prose-scanner'
import { maxElementDepth } from '../limits.ts'
import { element, type Node, text } from './tree.ts'

const inlineNames = ['sub', 'sup', 'u', 'kbd', 'mark', 'b', 'i', 'strong', 'em']
const inlineTag = new RegExp(`^<(/?)(${inlineNames.join('|')}|summary)>$`, 'i')
const summaryTag = /^<\/?summary>$/i
const lineBreak = /^<br\s*\/?>$/i
const names = [...inlineNames, 'details', 'summary', 'br']
const lastTag = /<(\/?)([a-z]*)$/i

/** Returns a growing text without the tag that it ends with, which is not known yet. */
export function dropUnfinishedTag(source: string): string {
  const [tag, , name = ''] = lastTag.exec(source.slice(-10)) ?? []
  const mayBeDrawn = tag !== undefined && names.some((known) => known.startsWith(name.toLowerCase()))
  return mayBeDrawn ? source.slice(0, -tag.length) : source
}

/** Draws the elements in a line: pairs of tags that lie beside each other. In a text that grows the end closes what is open. */
export function drawInline(children: readonly Node[], isGrowing: boolean): Node[] {
  const result: Node[] = []
  const open: { name: string; at: number }[] = []
  const isWhole = [children[0], children.at(-1)].every((child) => summaryTag.test(child?.value ?? ''))
  const close = (index: number) => {
    const { name, at } = open[index] ?? { name: 'span', at: result.length }
    const inside = result.splice(at + 1).map(asText)
    result[at] = element(name, inside)
    open.length = index
  }
  for (const child of children) {
    const [, slash, tag = ''] = (child.type === 'html' && inlineTag.exec(child.value ?? '')) || []
    const name = tag.toLowerCase() === 'summary' && !isWhole ? '' : tag.toLowerCase()
    const opened = open.findLastIndex((known) => known.name === name)
    if (name !== '' && slash === '/' && opened !== -1) {
      close(opened)
      continue
    }
    if (name !== '' && slash === '' && open.length < maxElementDepth) open.push({ name, at: result.length })
    result.push(child.type === 'html' && lineBreak.test(child.value ?? '') ? { type: 'break' } : child)
  }
  if (isGrowing) while (open.length > 0) close(open.length - 1)
  return isFoldingTag(children) ? result : result.map(asText)
}

/** Whether it is a whole paragraph, which is drawn with those around it. */
const isFoldingTag = ([tag, ...others]: readonly Node[]) =>
  tag?.type === 'html' && others.length === 0 && /^<\/?details>$/i.test(tag.value ?? '')

const asText = (node: Node): Node => (node.type === 'html' ? text(node.value ?? '') : node)

/** Draws what folds: paragraphs that are the tags, with what lies between. What is not closed is shown unfolded, and a tag alone as text. */
export function drawDetails(children: readonly Node[], isGrowing: boolean): Node[] {
  const result: Node[] = []
  const open: number[] = []
  const close = (isOpen: boolean) => {
    const at = open.pop() ?? result.length
    const inside = result.splice(at + 1)
    const summaryAt = inside.findIndex(isSummary)
    const summary = inside.splice(summaryAt, summaryAt === -1 ? 0 : 1).flatMap((paragraph) => paragraph.children ?? [])
    result[at] = element('details', [...summary, ...inside.map(showTags)], isOpen ? { open: true } : {})
  }
  for (const child of children) {
    const tag = readDetailsTag(child)
    if (tag === '</details>' && open.length > 0) {
      close(false)
      continue
    }
    if (tag === '<details>' && open.length < maxElementDepth) open.push(result.length)
    result.push(child)
  }
  if (!isGrowing && open.at(-1) === result.length - 1) open.pop()
  while (open.length > 0) close(true)
  return result.map(showTags)
}

const isSummary = ({ type, children = [] }: Node) => type === 'paragraph' && children.length === 1 && children[0]?.data?.hName === 'summary'

/** Without anything to fold, the tags are text. */
function showTags(node: Node): Node {
  if (node.type === 'paragraph' && isFoldingTag(node.children ?? [])) return { ...node, children: node.children?.map(asText) ?? [] }
  if (!isSummary(node)) return node
  const words = node.children?.flatMap(({ children = [] }) => children) ?? []
  return { ...node, children: [text('<summary>'), ...words, text('</summary>')] }
}

const readDetailsTag = ({ type, children = [] }: Node) =>
  type === 'paragraph' && isFoldingTag(children) ? (children[0]?.value ?? '').toLowerCase() : ''

const foldingTag = /^<(\/?)(details|summary)>$/i

/** Rewrites Markdown so that the tags of what folds are paragraphs of their own, however they were written. */
export function partDetails(source: string): string {
  if (!/<details>/i.test(source)) return source
  let result = ''
  /** The beginning of the line of a tag that ended, behind which a paragraph begins. */
  let margin: string | null = null
  for (const { kind, text: piece } of scanProse(source)) {
    if (margin !== null) {
      result += `\n${margin.trimEnd()}`
      if (!/^[ \t]*\n/.test(piece)) result += `\n${margin}`
      margin = null
    }
    const [, slash, name = ''] = (kind === 'tag' && foldingTag.exec(piece)) || []
    const isSummaryEnd = slash === '/' && name.toLowerCase() === 'summary'
    if (name !== '' && !isSummaryEnd) result = endParagraph(result)
    if (name !== '' && (isSummaryEnd || name.toLowerCase() === 'details')) margin = findMargin(readLastLine(result))
    result += piece
  }
  return result
}

const readLastLine = (source: string) => source.slice(source.lastIndexOf('\n') + 1)
const lineOpening = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*/
/** What the next line of the same item or quote begins with. */
const findMargin = (line: string) => (lineOpening.exec(line)?.[0] ?? '').replaceAll(/[^>\s]/g, ' ')

function endParagraph(source: string): string {
  const line = readLastLine(source)
  const margin = findMargin(line)
  if (line.length > margin.length) return `${source}\n${margin.trimEnd()}\n${margin}`
  // The beginning of an item ends what was before it.
  const isItem = /[^>\s]/.test(line)
  return isItem || line === source ? source : `${source.slice(0, source.length - line.length)}${margin.trimEnd()}\n${line}`
}
