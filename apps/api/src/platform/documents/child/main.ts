// Reads one file and writes what it found to the parent process. Runs with the fewest possible rights: neither the file nor the libraries
// that open it are trusted.
import type { FileMediaType } from '@heddle/contracts/chat/chat-file'
import type { ReadingSettings } from '@heddle/contracts/document/reading'
import { limits } from '@heddle/contracts/limits'
import { readFile } from 'node:fs/promises'
import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ParsedDocument, ReadMode, ReadText } from '../document.ts'
import type { TableSettings } from '../raw-table.ts'
import type { Recognizer } from './ocr/recognizer.ts'
import type { ReadPart } from './read-part.ts'
import { DocumentRefusal } from './refusal.ts'
import { reportPages } from './report-pages.ts'
import { isShortText } from './short-text.ts'
import { addUnreadable } from './unreadable.ts'

/** Loads each library only for the files that need it. */
const readers: Readonly<
  Record<FileMediaType, (bytes: Buffer, recognizer: Recognizer | null, settings: ReadingSettings) => Promise<ReadPart>>
> = {
  'application/pdf': async (bytes, recognizer) => (await import('./pdf/pdf.ts')).readPdf(bytes, { onPage: reportPages, recognizer }),
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': async (bytes) =>
    (await import('./office/docx/docx.ts')).readDocx(bytes),
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': async (bytes) =>
    (await import('./office/pptx/pptx.ts')).readPptx(bytes),
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': async (bytes) =>
    (await import('./office/xlsx/xlsx.ts')).readXlsx(bytes),
  'text/csv': async (bytes, _recognizer, settings) => (await import('./text/csv.ts')).readCsvDocument(bytes, settings),
  'text/markdown': async (bytes, _recognizer, settings) => (await import('./text/text.ts')).readMarkdown(bytes, settings),
  'text/plain': async (bytes, _recognizer, settings) => (await import('./text/text.ts')).readText(bytes, settings),
  'text/html': async (bytes, _recognizer, settings) => (await import('./html/html.ts')).readHtml(bytes, settings),
  'image/png': async (bytes, recognizer) => (await import('./image/image.ts')).readImage(bytes, 'image/png', recognizer),
  'image/jpeg': async (bytes, recognizer) => (await import('./image/image.ts')).readImage(bytes, 'image/jpeg', recognizer),
  'image/webp': async (bytes, recognizer) => (await import('./image/image.ts')).readImage(bytes, 'image/webp', recognizer),
}

async function readPart(
  path: string,
  mediaType: FileMediaType,
  recognizer: Recognizer | null,
  settings: ReadingSettings,
): Promise<ReadPart> {
  const part = await readers[mediaType](await readFile(path), recognizer, settings)
  // The names of sheets count as text too.
  const characters = part.pages.reduce((sum, { label, text }) => sum + text.length + (label?.length ?? 0), 0)
  if (part.pages.length > limits.pagesPerFile || characters > limits.fileTextCharacters) throw new DocumentRefusal('FILE_TOO_MANY_PAGES')
  return { ...part, findings: addUnreadable(part) }
}

const hasText = ({ pages }: ReadPart) => pages.some(({ text }) => text !== '')

async function readDocument(path: string, mediaType: FileMediaType, settings: ReadingSettings): Promise<ReadText> {
  const part = await readPart(path, mediaType, null, settings)
  if (!hasText(part) && !mediaType.startsWith('image/')) throw new DocumentRefusal('FILE_NO_TEXT')
  const pages = part.pages.map(({ label, text }) => ({ label, text }))
  const upright = mediaType.startsWith('image/') ? await turnUpright(path, mediaType) : null
  return {
    isPaged: part.isPaged,
    pages,
    tokenCount: await countTokensUnlessShort(pages),
    findings: [...(part.findings ?? [])],
    ...(upright && { upright }),
  }
}

async function turnUpright(path: string, mediaType: FileMediaType): Promise<ReadText['upright'] | null> {
  const bytes = await readFile(path)
  const { file, size, orientation } = (await import('./image/image.ts')).takeStill(bytes, mediaType)
  if (orientation === 1) return null
  if (mediaType === 'image/jpeg') {
    const { turnJpeg } = await import('./image/turn-jpeg.ts')
    return { mediaType, content: turnJpeg(bytes).toString('base64') }
  }
  const { turnImage } = await import('./ocr/turn-image.ts')
  const turned = await turnImage(file, size.width * size.height, orientation)
  return { mediaType: 'image/png', content: turned.toString('base64') }
}

async function countTokensUnlessShort(pages: ReadText['pages']): Promise<number | null> {
  if (isShortText(pages)) return null
  const { countTokens } = await import('@heddle/text/count-tokens')
  return pages.reduce((sum, { text }) => sum + countTokens(text), 0)
}

async function readBlocks(path: string, mediaType: FileMediaType, settings: ReadingSettings, ocrDataDir = ''): Promise<ParsedDocument> {
  const recognizer = ocrDataDir === '' ? null : await (await import('./ocr/recognizer.ts')).createRecognizer(ocrDataDir)
  const part = await readPart(path, mediaType, recognizer, settings)
  if (!hasText(part)) throw new DocumentRefusal('FILE_NO_TEXT')
  const pages = part.pages.map(({ label, text, verdict = text === '' ? 'empty' : 'text' }) => ({ label, text, verdict }))
  return { isPaged: part.isPaged, pages, blocks: part.findBlocks(), boxes: part.boxes ?? [], findings: [...(part.findings ?? [])] }
}

const [path = '', mediaType = '', mode = 'text', settings = '{}', ocrDataDir] = process.argv.slice(2)
// Standard output is not used: a library may write to it.
const output = new Socket({ fd: 3 })

if ((mode as ReadMode) === 'table') {
  const { readTable } = await import('./table/read-table.ts')
  const lines = readTable(await readFile(path), mediaType as FileMediaType, JSON.parse(settings) as TableSettings)
  await pipeline(Readable.from(lines, { objectMode: false }), output)
  process.exit()
}

const read = (mode as ReadMode) === 'blocks' ? readBlocks : readDocument

// Given by the process that has parsed them: to load a parser takes longer than to read most files.
const answer = await read(path, mediaType as FileMediaType, JSON.parse(settings) as ReadingSettings, ocrDataDir).then(
  (document) => ({ document }),
  (error: unknown) => ({ refusal: error instanceof DocumentRefusal ? error.code : 'FILE_UNREADABLE' }),
)
output.end(JSON.stringify(answer), () => process.exit())
