// Word, PowerPoint and Excel files: archives that are checked before a library is loaded to open them.
import { limits } from '@heddle/contracts/limits'
import type { OfficeContentNode } from 'officeparser'
import { archiveMagic, vetArchive } from './archive.ts'
import { cleanText } from './clean-text.ts'
import { createPageWriter, type PageWriter } from './page-writer.ts'
import type { ReadPart } from './read-part.ts'
import { Refusal } from './refusal.ts'
import { writeTable } from './table.ts'

/** The entry that identifies each kind of archive. */
const mainParts = { docx: 'word/document.xml', pptx: 'ppt/presentation.xml', xlsx: 'xl/workbook.xml' }
type OfficeKind = keyof typeof mainParts

const compoundFileMagic = Buffer.from('d0cf11e0a1b11ae1', 'hex')
/** The stream that contains a password-protected document. */
const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le')

async function vetOffice(bytes: Buffer, kind: OfficeKind): Promise<ReadonlySet<string>> {
  if (bytes.subarray(0, compoundFileMagic.length).equals(compoundFileMagic)) {
    throw new Refusal(bytes.includes(encryptedPackage) ? 'FILE_ENCRYPTED' : 'FILE_CONTENT_MISMATCH')
  }
  if (!bytes.subarray(0, archiveMagic.length).equals(archiveMagic)) throw new Refusal('FILE_CONTENT_MISMATCH')
  const names = await vetArchive(bytes)
  if (!names.has(mainParts[kind])) throw new Refusal('FILE_CONTENT_MISMATCH')
  return names
}

const toPlainText = ({ text, children }: OfficeContentNode): string => text ?? children?.map(toPlainText).join('') ?? ''

const readRows = ({ children = [] }: OfficeContentNode): string[][] =>
  children.flatMap((node) => (node.type === 'row' ? [(node.children ?? []).map(toPlainText)] : readRows(node)))

function readLevel({ metadata }: OfficeContentNode): number {
  const level = metadata && 'level' in metadata ? metadata.level : undefined
  return typeof level === 'number' ? Math.min(Math.max(level, 1), 6) : 1
}

const readStyle = ({ metadata }: OfficeContentNode) => (metadata && 'style' in metadata ? metadata.style : undefined)

/** Items of the same list, one after the other, are one block. */
function joinLists(nodes: readonly OfficeContentNode[]): OfficeContentNode[][] {
  const joined: OfficeContentNode[][] = []
  for (const node of nodes) {
    const last = joined.at(-1)
    if (node.type === 'list' && last?.[0]?.type === 'list') last.push(node)
    else joined.push([node])
  }
  return joined
}

function formatItem(item: OfficeContentNode): string {
  const { metadata } = item
  const indentation = metadata && 'indentation' in metadata && typeof metadata.indentation === 'number' ? metadata.indentation : 0
  return `${'  '.repeat(Math.min(Math.max(indentation, 0), 8))}- ${toPlainText(item).trim()}`
}

/** Writes blocks and their children as blocks of Markdown. */
function writeNodes(writer: PageWriter, nodes: readonly OfficeContentNode[]) {
  for (const [node, ...others] of joinLists(nodes)) {
    if (node) writeNode(writer, node, others)
  }
}

function writeNode(writer: PageWriter, node: OfficeContentNode, others: readonly OfficeContentNode[]) {
  const holdsBlocks = node.children?.some(({ type }) => type !== 'text')
  if (node.type === 'table') writeTable(writer, readRows(node))
  else if (node.type === 'heading') {
    const level = readLevel(node)
    writer.write({ kind: 'heading', level, text: toPlainText(node).replaceAll(/\s+/g, ' '), mark: `${'#'.repeat(level)} ` })
  } else if (node.type === 'list') {
    writer.write({
      kind: 'list',
      text: [node, ...others]
        .filter((item) => toPlainText(item).trim() !== '')
        .map(formatItem)
        .join('\n'),
    })
  } else if (holdsBlocks && !node.text) writeNodes(writer, node.children ?? [])
  else writer.write({ kind: readStyle(node) === 'Caption' ? 'caption' : 'paragraph', text: toPlainText(node) })
}

async function parseBlocks(bytes: Buffer, kind: 'docx' | 'pptx'): Promise<readonly OfficeContentNode[]> {
  const { parseOffice } = await import('officeparser')
  try {
    return (await parseOffice(bytes, { fileType: kind })).content
  } catch (error) {
    // The library has limits of its own, and distinguishes them from damage only in its message.
    const isTooMuch = error instanceof Error && error.message.includes('limit exceeded')
    throw new Refusal(isTooMuch ? 'FILE_UNPACKS_TOO_LARGE' : 'FILE_UNREADABLE', error)
  }
}

export async function readDocx(bytes: Buffer): Promise<ReadPart> {
  await vetOffice(bytes, 'docx')
  const writer = createPageWriter()
  writer.startPage()
  writeNodes(writer, await parseBlocks(bytes, 'docx'))
  return writer.end(false)
}

function readSlideNumber({ metadata }: OfficeContentNode): number | undefined {
  const number = metadata && 'slideNumber' in metadata ? metadata.slideNumber : undefined
  return typeof number === 'number' ? number : undefined
}

export async function readPptx(bytes: Buffer): Promise<ReadPart> {
  const names = await vetOffice(bytes, 'pptx')
  const slideCount = [...names].filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name)).length
  if (slideCount > limits.pagesPerFile) throw new Refusal('FILE_TOO_MANY_PAGES')
  // A slide without text has no block, but counts as a page.
  const slides = Array.from({ length: slideCount }, (): OfficeContentNode[] => [])
  let current = 0
  for (const block of await parseBlocks(bytes, 'pptx')) {
    current = (readSlideNumber(block) ?? current + 1) - 1
    slides[current]?.push(block)
  }
  const writer = createPageWriter()
  for (const blocks of slides) {
    writer.startPage()
    writeNodes(writer, blocks)
    for (const note of blocks.flatMap(({ notes = [] }) => notes))
      writer.write({ kind: 'paragraph', text: toPlainText(note), mark: 'Notes: ' })
  }
  return writer.end(true)
}

const midnight = /T00:00:00\.000Z$/

function formatCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().replace(midnight, '')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export async function readXlsx(bytes: Buffer): Promise<ReadPart> {
  await vetOffice(bytes, 'xlsx')
  const { default: readWorkbook } = await import('read-excel-file/node')
  const sheets = await readWorkbook(bytes)
  const writer = createPageWriter()
  for (const { sheet, data } of sheets) {
    writer.startPage(cleanText(sheet))
    const rows = data.map((row) => row.map(formatCell))
    // The passages of one sheet among several name it.
    if (sheets.length > 1 && rows.some((row) => row.some((value) => value.trim() !== ''))) {
      writer.addBeside({ kind: 'heading', level: 1, text: sheet })
    }
    writeTable(writer, rows)
  }
  return writer.end(false)
}
