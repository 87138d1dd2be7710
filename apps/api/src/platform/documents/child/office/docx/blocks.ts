// Writes the body of a document block by block: headings, paragraphs, lists and tables, with their numbers and notes.
import type { PageWriter } from '../../page-writer.ts'
import { writeTable } from '../../table.ts'
import { chooseAlternate } from '../alternate.ts'
import { childElements, findChild, readValue, type XmlElement } from '../xml.ts'
import type { InlineContent, InlineReader } from './inline.ts'
import type { ItemNumber, Numbering } from './numbering.ts'
import { readNumberingReference, readOutlineLevel, type Style, type Styles } from './styles.ts'
import { isFrame, listCells, readWordTable } from './table.ts'

type Context = {
  readonly writer: PageWriter
  readonly styles: Styles
  readonly numbering: Numbering
  readonly readInline: InlineReader
  /** Writes what is in another part of the file: a chart, a diagram, a document that was put into this one. */
  readonly writePart: (kind: 'chart' | 'diagram' | 'chunk', id: string) => Promise<void>
}

type Paragraph = {
  readonly text: string
  readonly number: ItemNumber | undefined
  readonly style: Style | undefined
  readonly headingLevel: number
  readonly attachments: readonly InlineContent[]
}

/** Elements that are blocks, or may hold some. */
export const blockElements = new Set(['w:p', 'w:tbl', 'w:altChunk', 'mc:AlternateContent'])

const cellSeparator = ' / '
const maxHeadingLevel = 6

const withNumber = (number: ItemNumber | undefined, text: string) => (number?.text ? `${number.text} ${text}`.trim() : text)

export function createBlockWriter({ writer, styles, numbering, readInline, writePart }: Context) {
  /** Items of the same list are one block. */
  let items: string[] = []
  /** What is written behind the block that it hangs on. */
  let behind: InlineContent[] = []
  /** The text of paragraphs whose end was deleted: what follows goes on in the same line. */
  let carried = ''

  function readParagraph(element: XmlElement): Paragraph | undefined {
    const properties = findChild(element, 'w:pPr')
    const style = styles.find(readValue(properties, 'w:pStyle'))
    const { text: own, attachments } = readInline(element, style)
    const text = `${carried}${own}`
    const mark = findChild(properties, 'w:rPr')
    // A drop cap is a paragraph of its own.
    const isDropCap = /^(?:drop|margin)$/.test(readValue(properties, 'w:framePr', 'w:dropCap') ?? '')
    carried = isDropCap || (findChild(mark, 'w:del') ?? findChild(mark, 'w:moveFrom')) ? text : ''
    if (carried !== '') {
      behind.push(...attachments)
      return undefined
    }
    const reference = readNumberingReference(properties)
    const level = readOutlineLevel(properties) ?? style?.headingLevel ?? 0
    const number = numbering.next(
      { id: reference?.id ?? style?.numbering?.id, level: reference?.level ?? style?.numbering?.level },
      style?.id,
    )
    return { text, number, style, headingLevel: Math.min(level, maxHeadingLevel), attachments }
  }

  /** Returns the paragraphs within an element as lines; charts and notes in them are put behind the block. */
  function readLines(container: XmlElement): string[] {
    return childElements(container).flatMap((child): string[] => {
      if (child.name === 'w:p') {
        const paragraph = readParagraph(child)
        if (!paragraph) return []
        const boxes = paragraph.attachments.flatMap((attachment) => (attachment.kind === 'box' ? readLines(attachment.content) : []))
        behind.push(...paragraph.attachments.filter(({ kind }) => kind !== 'box'))
        return [withNumber(paragraph.number, paragraph.text.trim()), ...boxes]
      }
      if (child.name === 'w:tbl') return readWordTable(child, readCell).map((row) => row.filter((cell) => cell !== '').join(', '))
      return readLines(toContent(child))
    })
  }

  const readCell = (cell: XmlElement): string =>
    readLines(cell)
      .filter((line) => line.trim() !== '')
      .join(cellSeparator)

  async function writeBehind() {
    while (behind.length > 0) {
      const attachments = behind
      behind = []
      for (const attachment of attachments) await writeAttachment(attachment)
    }
  }

  async function writeAttachment(attachment: InlineContent) {
    if (attachment.kind === 'box') await writeAll(attachment.content)
    else if (attachment.kind === 'note') {
      const lines = readLines(attachment.content).filter((line) => line.trim() !== '')
      writer.write({ kind: 'paragraph', text: `${attachment.mark} ${lines.map((line) => line.trim()).join('\n')}` })
    } else await writePart(attachment.kind, attachment.id)
  }

  async function endList() {
    const text = items.join('\n')
    items = []
    writer.write({ kind: 'list', text })
    await writeBehind()
  }

  async function writeParagraph(paragraph: Paragraph) {
    const { text, number, style, headingLevel, attachments } = paragraph
    const isItem = headingLevel === 0 && number !== undefined && (number.isBullet || number.text !== '')
    if (isItem && text.trim() !== '') {
      const indent = '  '.repeat(number.level)
      items.push(`${indent}${number.isBullet ? `- ${number.text}`.trim() : number.text} ${text.trim().replaceAll('\n', `\n${indent}  `)}`)
      behind.push(...attachments.filter(({ kind }) => kind === 'note'))
      const others = attachments.filter(({ kind }) => kind !== 'note')
      if (others.length === 0) return
      behind.push(...others)
      return endList()
    }
    if (text.trim() === '' && attachments.length === 0) return
    await endList()
    behind.push(...attachments)
    if (headingLevel > 0) {
      const title = withNumber(number, text).replaceAll(/\s+/g, ' ')
      writer.write({ kind: 'heading', level: headingLevel, text: title, mark: `${'#'.repeat(headingLevel)} ` })
    } else writer.write({ kind: style?.name === 'caption' ? 'caption' : 'paragraph', text })
    await writeBehind()
  }

  async function writeTableBlock(table: XmlElement) {
    await endList()
    if (isFrame(table)) {
      for (const cell of listCells(table)) await writeAll(cell)
      return endList()
    }
    writeTable(writer, readWordTable(table, readCell))
    await writeBehind()
  }

  async function writeAll(container: XmlElement) {
    for (const child of childElements(container)) await write(child)
  }

  async function write(element: XmlElement): Promise<void> {
    if (element.name === 'w:p') {
      const paragraph = readParagraph(element)
      if (paragraph) await writeParagraph(paragraph)
    } else if (element.name === 'w:tbl') await writeTableBlock(element)
    else if (element.name === 'w:altChunk') {
      await endList()
      await writePart('chunk', element.attributes['r:id'] ?? '')
    } else await writeAll(toContent(element))
  }

  return {
    /** Writes a block, or what is in an element around blocks. */
    write,
    readLines,
    async end() {
      if (carried !== '') items.push(carried)
      carried = ''
      await endList()
    },
  }
}

/** What of an element is read: of alternatives, one. */
const toContent = (element: XmlElement): XmlElement => (element.name === 'mc:AlternateContent' && chooseAlternate(element)) || element
