import { limits } from '@heddle/contracts/limits'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getDocument, PasswordException, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { ReadPart } from '../document.ts'
import { Refusal } from './refusal.ts'

const library = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')))
/** Paths of the file system, with the slash at their end: pdf.js puts a name behind it. */
const folder = (name: string) => join(library, name, '/')

const magic = '%PDF-'

/** Some programs write a line before it. */
const beginsAsPdf = (bytes: Buffer) => bytes.subarray(0, 1_024).includes(magic)

/** The text of each page; a password, too many pages and damage are refused each with its own code. */
export async function readPdf(bytes: Buffer): Promise<ReadPart> {
  if (!beginsAsPdf(bytes)) throw new Refusal('FILE_CONTENT_MISMATCH')
  const task = getDocument({
    data: new Uint8Array(bytes),
    // Old Chinese and Japanese files name characters by tables that every reader is to have.
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
  const pages: ReadPart['pages'] = []
  let characters = 0
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    page.cleanup()
    const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('')
    characters += text.length
    if (characters > limits.fileTextCharacters) throw new Refusal('FILE_TOO_MANY_PAGES')
    pages.push({ label: null, text })
  }
  return { isPaged: true, pages }
}
