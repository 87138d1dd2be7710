// The parts of a reply as paragraphs and tables of Word.
import type { ReplyPart } from '@heddle/markdown/reply-parts'
import type { Node } from '@heddle/markdown/syntax/tree'
import {
  AlignmentType,
  HeadingLevel,
  type ILevelsOptions,
  type IParagraphOptions,
  LevelFormat,
  Paragraph,
  Tab,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import { writeFormula } from './word-formula.ts'
import { type InlineContext, readWords, writeInline } from './word-inline.ts'
import { codeShading, markCode, markLanguage, quoteBorder } from './word-style.ts'
import { cleanText, isRightToLeft } from './word-text.ts'

export type Block = Paragraph | Table

export type BlockContext = InlineContext & {
  /** Added to the level of each heading: those of a reply lie below that of its message. */
  readonly headingShift: number
  /** Returns the numbering of a new list. */
  readonly takeList: (start: number) => { readonly reference: string; readonly instance: number }
  /** False in a footnote, whose blocks are paragraphs. */
  readonly hasTables: boolean
}

/** What is around a block. */
type Around = {
  /** Of lists, from 0; null outside of them. */
  readonly level: number | null
  readonly isQuoted: boolean
  readonly bullet?: IParagraphOptions['numbering']
  /** Words before the first one, such as the box of a task. */
  readonly opening?: string
}

const outside: Around = { level: null, isQuoted: false }
const headings = Object.values(HeadingLevel).filter((heading) => heading !== HeadingLevel.TITLE)
/** Word knows nine levels. */
const maxLevel = 8
/** Beyond it Word does not open a file. */
const maxColumns = 63
/** Of a page, in twentieths of a point, as are all lengths. */
const textWidth = 9026
const indentOf = (level: number) => 720 * (level + 1)

export const bullets = 'bullets'
export const numbersFrom = (start: number) => `numbers-from-${start}`

/** Returns the levels of a list: bullets, or numbers whose first level begins at `start`. */
export const createLevels = (start: number | null): ILevelsOptions[] =>
  Array.from({ length: maxLevel + 1 }, (_, level) => ({
    level,
    format: start === null ? LevelFormat.BULLET : LevelFormat.DECIMAL,
    text: start === null ? (['•', '◦', '▪'][level % 3] ?? '•') : `%${level + 1}.`,
    start: start ?? 1,
    alignment: AlignmentType.START,
    style: { paragraph: { indent: { left: indentOf(level), hanging: 360 } } },
  }))

/** Returns the blocks of Word of the parts of a text. */
export function writeParts(parts: readonly ReplyPart[], context: BlockContext): Block[] {
  return parts.flatMap((part) => {
    if (part.kind === 'tree') return writeNodes(part.nodes, context, outside)
    if (part.kind === 'code') return [writeCode(part.code, context, outside)]
    const mark = markLanguage(context.language)
    return part.text.split('\n').map((line) => new Paragraph({ children: [new TextRun({ text: cleanText(line), ...mark })] }))
  })
}

function writeNodes(nodes: readonly Node[], context: BlockContext, around: Around): Block[] {
  let next = around
  return nodes.flatMap((node) => {
    const blocks = writeBlock(node, context, next)
    // Only the first block of an item has its mark.
    if (blocks.length > 0) next = { level: around.level, isQuoted: around.isQuoted }
    return blocks
  })
}

function frame(words: string, { level, isQuoted, bullet }: Around): IParagraphOptions {
  return {
    ...(isQuoted && { border: quoteBorder }),
    ...(bullet ? { numbering: bullet } : level !== null || isQuoted ? { indent: { left: level === null ? 360 : indentOf(level) } } : {}),
    ...(isRightToLeft(words) && { bidirectional: true }),
  }
}

function writeBlock(node: Node, context: BlockContext, around: Around): Block[] {
  const children = node.children ?? []
  switch (node.type) {
    case 'paragraph':
      return [writeParagraph(children, context, around)]
    case 'heading': {
      const depth = (node as { depth?: number }).depth ?? 1
      const heading = headings[Math.min(depth - 1 + context.headingShift, headings.length - 1)]
      return [writeParagraph(children, context, around, heading ? { heading } : {})]
    }
    case 'code':
      return [writeCode(node.value ?? '', context, around)]
    case 'math':
      return [
        new Paragraph({
          ...frame('', around),
          alignment: AlignmentType.CENTER,
          children: [writeFormula(node.value ?? '', context.language)],
        }),
      ]
    case 'thematicBreak':
      return [new Paragraph({ thematicBreak: true })]
    case 'blockquote':
      return writeNodes(children, context, { ...around, isQuoted: true })
    case 'list':
      return writeList(node, context, around)
    case 'table':
      return isTable(node, context)
        ? [writeTable(node, context, around), new Paragraph({ spacing: { after: 0 } })]
        : writeRows(node, context, around)
    case 'element':
      return writeDetails(node, context, around)
    default:
      return children.length > 0 ? writeNodes(children, context, around) : node.value ? [writeParagraph([node], context, around)] : []
  }
}

function writeParagraph(nodes: readonly Node[], context: BlockContext, around: Around, options: IParagraphOptions = {}): Paragraph {
  const words = nodes.map(readWords).join('')
  const opening = around.opening === undefined ? [] : [new TextRun({ text: around.opening, ...markLanguage(context.language) })]
  return new Paragraph({ ...frame(words, around), ...options, children: [...opening, ...writeInline(nodes, context)] })
}

function writeCode(code: string, { language }: BlockContext, around: Around): Paragraph {
  const lines = cleanText(code).split('\n')
  return new Paragraph({
    ...frame('', around),
    shading: codeShading,
    alignment: AlignmentType.LEFT,
    children: lines.map((text, index) => {
      const children = text.split('\t').flatMap((words, at) => (at === 0 ? [words] : [new Tab(), words]))
      return new TextRun({ children, ...markCode(language), size: 20, ...(index > 0 && { break: 1 }) })
    }),
  })
}

function writeList(node: Node, context: BlockContext, around: Around): Block[] {
  const { ordered, start } = node as { ordered?: boolean; start?: number | null }
  const level = Math.min(around.level === null ? 0 : around.level + 1, maxLevel)
  const numbering = ordered ? context.takeList(Math.max(0, start ?? 1)) : { reference: bullets, instance: 0 }
  return (node.children ?? []).flatMap((item) => {
    const { checked } = item as { checked?: boolean | null }
    const opening = typeof checked === 'boolean' ? { opening: checked ? '☑ ' : '☐ ' } : {}
    const inItem: Around = { level, isQuoted: around.isQuoted, bullet: { ...numbering, level }, ...opening }
    const blocks = writeNodes(item.children ?? [], context, inItem)
    return blocks.length > 0 ? blocks : [writeParagraph([], context, inItem)]
  })
}

const alignments = { left: AlignmentType.LEFT, center: AlignmentType.CENTER, right: AlignmentType.RIGHT } as const

const countColumns = ({ children: rows = [] }: Node) => Math.max(1, ...rows.map(({ children = [] }) => children.length))

const isTable = (node: Node, { hasTables }: BlockContext) => hasTables && countColumns(node) <= maxColumns

/** The rows of what cannot be a table of Word, as lines. */
const writeRows = ({ children: rows = [] }: Node, context: BlockContext, around: Around): Block[] =>
  rows.map(({ children: cells = [] }) => {
    const nodes = cells.flatMap(({ children = [] }, at) => (at === 0 ? children : [{ type: 'text', value: ' | ' }, ...children]))
    return writeParagraph(nodes, context, around)
  })

function writeTable(node: Node, context: BlockContext, { level }: Around): Table {
  const aligns = (node as { align?: (keyof typeof alignments | null)[] }).align ?? []
  const rows = node.children ?? []
  const width = countColumns(node)
  const indent = level === null ? 0 : indentOf(level)
  const writeCell = (cell: Node | undefined, isHead: boolean, at: number) => {
    const align = aligns[at]
    const nodes = cell?.children ?? []
    return new TableCell({
      ...(isHead && { shading: codeShading }),
      margins: { left: 80, right: 80, top: 40, bottom: 40 },
      children: [
        new Paragraph({
          ...(isRightToLeft(nodes.map(readWords).join('')) && { bidirectional: true }),
          ...(align && { alignment: alignments[align] }),
          spacing: { after: 0 },
          children: writeInline(nodes, context, isHead ? { bold: true } : {}),
        }),
      ],
    })
  }
  return new Table({
    width: { size: textWidth - indent, type: WidthType.DXA },
    indent: { size: indent, type: WidthType.DXA },
    layout: TableLayoutType.AUTOFIT,
    rows: rows.map(
      ({ children = [] }, index) =>
        new TableRow({
          // Word repeats it on each page.
          ...(index === 0 && { tableHeader: true }),
          cantSplit: true,
          children: Array.from({ length: width }, (_, at) => writeCell(children[at], index === 0, at)),
        }),
    ),
  })
}

/** What folds on a page is open on paper, below its summary. */
function writeDetails(node: Node, context: BlockContext, around: Around): Block[] {
  const children = node.children ?? []
  if (node.data?.hName !== 'details') return [writeParagraph([node], context, around)]
  const isSummary = (child: Node) => child.data?.hName === 'summary'
  return [
    ...children.filter(isSummary).map((summary) => writeParagraph([{ type: 'strong', children: summary.children ?? [] }], context, around)),
    ...writeNodes(
      children.filter((child) => !isSummary(child)),
      context,
      around,
    ),
  ]
}
