// Writes a slide: its title, then its shapes in their order, tables, charts and notes.
import type { Findings } from '../../findings.ts'
import { type SpannedCell, spreadCells } from '../../merged-cells.ts'
import type { PageWriter } from '../../page-writer.ts'
import { writeTable } from '../../table.ts'
import { chooseAlternate } from '../alternate.ts'
import { writeGraphic } from '../graphics.ts'
import type { OfficePackage, Relationship } from '../package.ts'
import { childElements, findAll, findChild, type XmlElement } from '../xml.ts'
import { readParagraphs, type SlideParagraph } from './paragraphs.ts'

export type SlideContext = {
  readonly file: OfficePackage
  readonly writer: PageWriter
  readonly findings: Findings
  readonly page: number
  readonly relationships: ReadonlyMap<string, Relationship>
}

/** Returns what a shape is a placeholder of; an empty text for content, undefined for what is none. */
export function readPlaceholder(shape: XmlElement): string | undefined {
  const placeholder = findAll(shape, 'p:nvPr').flatMap((properties) => findChild(properties, 'p:ph') ?? [])[0]
  return placeholder && (placeholder.attributes['type'] ?? '')
}

const isTitle = (shape: XmlElement) => /^(?:title|ctrTitle)$/.test(readPlaceholder(shape) ?? '')
/** What each slide repeats. */
const isFurniture = (shape: XmlElement) => /^(?:dt|ftr|sldNum|hdr)$/.test(readPlaceholder(shape) ?? '')

const shapes = new Set(['p:sp', 'p:graphicFrame', 'p:pic', 'p:cxnSp'])

/** Returns the shapes within groups, alternatives and what else there is around them. */
function listShapes(element: XmlElement): XmlElement[] {
  return childElements(element).flatMap((child) => {
    if (shapes.has(child.name)) return [child]
    return listShapes((child.name === 'mc:AlternateContent' && chooseAlternate(child)) || child)
  })
}

function writeParagraphs(paragraphs: readonly SlideParagraph[], writer: PageWriter) {
  let items: string[] = []
  const endList = () => {
    writer.write({ kind: 'list', text: items.join('\n') })
    items = []
  }
  for (const { text, level, mark } of paragraphs) {
    if (mark !== null) items.push(`${'  '.repeat(level)}${mark} ${text.replaceAll('\n', `\n${'  '.repeat(level + 1)}`)}`)
    else {
      endList()
      writer.write({ kind: 'paragraph', text })
    }
  }
  endList()
}

const withNumber = ({ text, mark }: SlideParagraph) => (mark !== null && mark !== '-' ? `${mark} ${text}` : text)

const isOn = (value: string | undefined) => /^(?:1|true|on)$/.test(value ?? '')

function readTable(table: XmlElement, context: SlideContext): string[][] {
  const rows = findAll(table, 'a:tr').map((row) =>
    findAll(row, 'a:tc').flatMap((cell): SpannedCell[] => {
      const { gridSpan, rowSpan, hMerge, vMerge } = cell.attributes
      // What a cell covers is there as cells too.
      if (isOn(hMerge) || isOn(vMerge)) return []
      const text = readParagraphs(cell, context).map(withNumber).join(' / ')
      return [{ text, columns: Number.parseInt(gridSpan ?? '1', 10) || 1, rows: Number.parseInt(rowSpan ?? '1', 10) || 1 }]
    }),
  )
  return spreadCells(rows)
}

async function writeFrame(frame: XmlElement, context: SlideContext) {
  const { file, writer, findings, page, relationships } = context
  for (const table of findAll(frame, 'a:tbl')) writeTable(writer, readTable(table, context))
  const ids = [
    ...[...findAll(frame, 'c:chart'), ...findAll(frame, 'cx:chart')].map(({ attributes }) => attributes['r:id']),
    ...findAll(frame, 'dgm:relIds').map(({ attributes }) => attributes['r:dm']),
  ]
  for (const id of ids) {
    const target = relationships.get(id ?? '')?.target
    if (target !== undefined) await writeGraphic(file, target, { writer, findings, page })
  }
  if (findAll(frame, 'p:oleObj').length > 0) findings.add('charts', { page })
}

/** Writes the shapes of a slide, and says what of it is not text. */
export async function writeSlide(slide: XmlElement, context: SlideContext) {
  const { writer, findings, page } = context
  const tree = findAll(slide, 'p:spTree')[0]
  const all = tree ? listShapes(tree) : []
  const titles = all.filter(isTitle)
  for (const title of titles) {
    const text = readParagraphs(title, context).map(withNumber).join(' ').replaceAll(/\s+/g, ' ')
    writer.write({ kind: 'heading', level: 1, text, mark: '# ' })
  }
  for (const shape of all) {
    if (titles.includes(shape)) continue
    if (isFurniture(shape)) {
      const words = readParagraphs(shape, context)
        .map(({ text }) => text)
        .join(' ')
      if (readPlaceholder(shape) === 'ftr' && /\p{L}/u.test(words)) findings.add('headers', { page, at: words })
    } else if (shape.name === 'p:graphicFrame') await writeFrame(shape, context)
    else writeParagraphs(readParagraphs(shape, context), writer)
  }
  return { hasPictures: all.some(({ name }) => name === 'p:pic') }
}
