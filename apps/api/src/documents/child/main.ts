// Reads one file and writes its text to the parent process. Runs with the fewest possible rights: neither the file nor the libraries
// that open it are trusted.
import type { FileMediaType } from '@heddle/contracts/chat/chat-file'
import { limits } from '@heddle/contracts/limits'
import { readFile } from 'node:fs/promises'
import { Socket } from 'node:net'
import type { ChildAnswer, ReadDocument, ReadPart } from '../document.ts'
import { cleanText } from './clean-text.ts'
import { Refusal } from './refusal.ts'

/** Loads each library only for the files that need it. */
const readers: Readonly<Record<FileMediaType, (bytes: Buffer) => Promise<ReadPart>>> = {
  'application/pdf': async (bytes) => (await import('./pdf.ts')).readPdf(bytes),
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': async (bytes) => (await import('./office.ts')).readDocx(bytes),
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': async (bytes) =>
    (await import('./office.ts')).readPptx(bytes),
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': async (bytes) => (await import('./office.ts')).readXlsx(bytes),
  'text/csv': async (bytes) => (await import('./text.ts')).readCsv(bytes),
  'text/markdown': async (bytes) => (await import('./text.ts')).readText(bytes),
  'text/plain': async (bytes) => (await import('./text.ts')).readText(bytes),
  'text/html': async (bytes) => (await import('./html.ts')).readHtml(bytes),
  'image/png': async (bytes) => (await import('./image.ts')).readImage(bytes, 'image/png'),
  'image/jpeg': async (bytes) => (await import('./image.ts')).readImage(bytes, 'image/jpeg'),
  'image/webp': async (bytes) => (await import('./image.ts')).readImage(bytes, 'image/webp'),
}

async function readDocument(path: string, mediaType: FileMediaType): Promise<ReadDocument> {
  const part = await readers[mediaType](await readFile(path))
  const pages = part.pages.map(({ label, text }) => ({ label: label === null ? null : cleanText(label), text: cleanText(text) }))
  const characters = pages.reduce((sum, { text }) => sum + text.length, 0)
  // The names of sheets count as text too.
  const inLabels = pages.reduce((sum, { label }) => sum + (label?.length ?? 0), 0)
  if (pages.length > limits.pagesPerFile || characters + inLabels > limits.fileTextCharacters) throw new Refusal('FILE_TOO_MANY_PAGES')
  if (characters === 0 && !mediaType.startsWith('image/')) throw new Refusal('FILE_NO_TEXT')
  return { isPaged: part.isPaged, pages, tokenCount: characters === 0 ? 0 : await countAll(pages) }
}

/** Loads the tokenizer on use: that takes longer than reading most files, and images and refused files need none. */
async function countAll(pages: ReadDocument['pages']): Promise<number> {
  const { countTokens } = await import('@heddle/text/count-tokens')
  return pages.reduce((sum, { text }) => sum + countTokens(text), 0)
}

const [path = '', mediaType = ''] = process.argv.slice(2)

const answer: ChildAnswer = await readDocument(path, mediaType as FileMediaType).then(
  (document) => ({ document }),
  (error: unknown) => ({ refusal: error instanceof Refusal ? error.code : 'FILE_UNREADABLE' }),
)
// Standard output is not used: a library may write to it.
new Socket({ fd: 3 }).end(JSON.stringify(answer), () => process.exit())
