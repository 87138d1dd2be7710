import { limits } from '@heddle/contracts/limits'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getDocument, PasswordException, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Block } from '@heddle/text/passage/block'
import { cleanText } from '../clean-text.ts'
import type { ReadPart } from '../read-part.ts'
import { Refusal } from '../refusal.ts'
import { findTextBlocks } from '../text-blocks.ts'

const library = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')))
/** Returns a path with a trailing slash: pdf.js appends a file name to it. */
const folder = (name: string) => join(library, name, '/')

const magic = '%PDF-'

/** Some programs write a line before the magic number. */
const beginsAsPdf = (bytes: Buffer) => bytes.subarray(0, 1_024).includes(magic)

/** Returns the text of each page. Throws a code each for a password, too many pages and damage. */
export async function readPdf(bytes: Buffer, onPage: (done: number, total: number) => void): Promise<ReadPart> {
  if (!beginsAsPdf(bytes)) throw new Refusal('FILE_CONTENT_MISMATCH')
  const task = getDocument({
    data: new Uint8Array(bytes),
    // Old Chinese and Japanese files refer to character tables that every reader has to bring.
    cMapUrl: folder('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: folder('standard_fonts'),
    wasmUrl: folder('wasm'),
    useSystemFonts: false,
    disableFontFace: true,
    verbosity: VerbosityLevel.ERRORS,
  })
  const document = await task.promise.catch((error: unknown) => {
    throw new Refusal(error instanceof PasswordException ? 'FILE_ENCRYPTED' : 'FILE_UNREADABLE', error)
  })
  if (document.numPages > limits.pagesPerFile) throw new Refusal('FILE_TOO_MANY_PAGES')
  const pages: { label: null; text: string }[] = []
  let characters = 0
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    page.cleanup()
    const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('')
    characters += text.length
    if (characters > limits.fileTextCharacters) throw new Refusal('FILE_TOO_MANY_PAGES')
    pages.push({ label: null, text: cleanText(text) })
    onPage(number, document.numPages)
  }
  const findBlocks = () => pages.flatMap(({ text }, index) => findTextBlocks(text).map((block) => placeOnPage(block, index + 1)))
  return { isPaged: true, pages, findBlocks }
}

const placeOnPage = (block: Block, page: number): Block => ({ ...block, spans: block.spans.map((span) => ({ ...span, page })) })
