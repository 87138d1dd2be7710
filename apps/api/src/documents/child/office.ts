// Word, PowerPoint and Excel files: archives that are checked before a library opens them.
import { limits } from '@heddle/contracts/limits'
import { type OfficeContentNode, parseOffice } from 'officeparser'
import readWorkbook from 'read-excel-file/node'
import type { ReadPart } from '../document.ts'
import { vetArchive } from './archive.ts'
import { Refusal } from './refusal.ts'
import { formatTable } from './table.ts'

/** The entry that identifies each kind of archive. */
const mainParts = { docx: 'word/document.xml', pptx: 'ppt/presentation.xml', xlsx: 'xl/workbook.xml' }
type OfficeKind = keyof typeof mainParts

const archiveMagic = Buffer.from('PK\u0003\u0004')
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

/** Returns a block and its children as blocks of Markdown. */
function formatMarkdown(node: OfficeContentNode): string[] {
  if (node.type === 'table') return [formatTable(readRows(node))]
  if (node.type === 'heading') return [`${'#'.repeat(readLevel(node))} ${toPlainText(node)}`]
  if (node.type === 'list') return [`- ${toPlainText(node)}`]
  const holdsBlocks = node.children?.some(({ type }) => type !== 'text')
  return holdsBlocks && !node.text ? (node.children ?? []).flatMap(formatMarkdown) : [toPlainText(node)]
}

const joinBlocks = (blocks: readonly string[]) => blocks.filter((block) => block.trim() !== '').join('\n\n')

async function parseBlocks(bytes: Buffer, kind: 'docx' | 'pptx'): Promise<readonly OfficeContentNode[]> {
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
  const blocks = await parseBlocks(bytes, 'docx')
  return { isPaged: false, pages: [{ label: null, text: joinBlocks(blocks.flatMap(formatMarkdown)) }] }
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
  const slides = Array.from({ length: slideCount }, (): string[] => [])
  let current = 0
  for (const block of await parseBlocks(bytes, 'pptx')) {
    current = (readSlideNumber(block) ?? current + 1) - 1
    slides[current]?.push(...formatMarkdown(block))
  }
  return { isPaged: true, pages: slides.map((blocks) => ({ label: null, text: joinBlocks(blocks) })) }
}

const midnight = /T00:00:00\.000Z$/

function formatCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().replace(midnight, '')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export async function readXlsx(bytes: Buffer): Promise<ReadPart> {
  await vetOffice(bytes, 'xlsx')
  const sheets = await readWorkbook(bytes)
  return {
    isPaged: false,
    pages: sheets.map(({ sheet, data }) => ({ label: sheet, text: formatTable(data.map((row) => row.map(formatCell))) })),
  }
}
