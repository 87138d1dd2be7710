// PDF files: what stands where on their pages, and what that says of the text.
import { limits } from '@heddle/contracts/limits'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getDocument, PasswordException, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/types/src/display/api.js'
import type { PageVerdict } from '../../document.ts'
import { maxImagePixels, readImages } from '../ocr/page-images.ts'
import type { Recognizer } from '../ocr/recognizer.ts'
import { placeWords, turnUpright } from '../ocr/recognized-runs.ts'
import { createFindings, type Findings } from '../findings.ts'
import type { ReadPart } from '../read-part.ts'
import { Refusal } from '../refusal.ts'
import { createFontNames } from './fonts.ts'
import { isGarbled } from './garbled-text.ts'
import { createOutline, type OutlineEntry } from './heading-levels.ts'
import { layOut, type PageToLayOut } from './lay-out.ts'
import { readRuns, type Run } from './page-runs.ts'
import { hasPicture } from './page-picture.ts'

const library = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')))
/** Returns a path with a trailing slash: pdf.js appends a file name to it. */
const folder = (name: string) => join(library, name, '/')

const magic = '%PDF-'

/** Some programs write a line before the magic number. */
const beginsAsPdf = (bytes: Buffer) => bytes.subarray(0, 1_024).includes(magic)

/** Decodes no image, unless they are asked for. */
async function openPdf(bytes: Buffer, decodesImages = false): Promise<PDFDocumentProxy> {
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
    maxImageSize: decodesImages ? maxImagePixels : 0,
    verbosity: VerbosityLevel.ERRORS,
  })
  const document = await task.promise.catch((error: unknown) => {
    throw new Refusal(error instanceof PasswordException ? 'FILE_ENCRYPTED' : 'FILE_UNREADABLE', error)
  })
  if (document.numPages > limits.pagesPerFile) throw new Refusal('FILE_TOO_MANY_PAGES')
  return document
}

const joinText = (runs: readonly Run[]) => runs.map(({ fragment }) => fragment.text).join('')

async function readVerdict(page: PDFPageProxy, text: string): Promise<PageVerdict> {
  if (text !== '') return isGarbled(text) ? 'garbled' : 'text'
  return (await hasPicture(page)) ? 'scanned' : 'empty'
}

/** Scanned pages that are recognized: some seconds each. */
const maxRecognizedPages = 300

/** Returns the function that recognizes the words of a scanned page. */
function createPageRecognizer(bytes: Buffer, { recognize }: Recognizer, findings: Findings) {
  let opened: Promise<PDFDocumentProxy> | undefined
  let pagesLeft = maxRecognizedPages
  return async (number: number): Promise<Run[]> => {
    if (pagesLeft === 0) return []
    pagesLeft -= 1
    opened ??= openPdf(bytes, true)
    const page = await (await opened).getPage(number)
    const runs: Run[] = []
    let isUncertain = false
    for await (const image of readImages(page)) {
      const upright = turnUpright(image, page.rotate)
      const recognized = recognize(image.file, upright.orientation)
      isUncertain ||= recognized.isUncertain
      runs.push(...placeWords(recognized.words, upright))
    }
    if (isUncertain) findings.add('recognition_uncertain', { page: number })
    page.cleanup()
    return runs
  }
}

export type ReadPdfOptions = {
  readonly onPage: (done: number, total: number) => void
  /** Reads scanned pages; without it they have no text. */
  readonly recognizer?: Recognizer | null
}

/** Returns the text of each page and its blocks. Throws a code each for a password, too many pages and damage. */
export async function readPdf(bytes: Buffer, { onPage, recognizer }: ReadPdfOptions): Promise<ReadPart> {
  const document = await openPdf(bytes)
  const findings = createFindings()
  const recognizePage = recognizer && createPageRecognizer(bytes, recognizer, findings)
  const fonts = createFontNames()
  const pages: PageToLayOut[] = []
  let characters = 0
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const content = await page.getTextContent({ includeMarkedContent: true })
    let runs = readRuns(content, page.view)
    await fonts.learn(page, Object.keys(content.styles))
    let verdict = await readVerdict(page, joinText(runs))
    page.cleanup()
    if (verdict === 'scanned' && recognizePage) {
      runs = await recognizePage(number)
      if (runs.length > 0) verdict = 'text'
    }
    characters += joinText(runs).length
    if (characters > limits.fileTextCharacters) throw new Refusal('FILE_TOO_MANY_PAGES')
    const [left = 0, , right = 0] = page.view
    pages.push({ runs: verdict === 'text' ? runs : [], width: right - left, verdict })
    onPage(number, document.numPages)
  }
  const outline = createOutline(flattenOutline(await document.getOutline().catch(() => [])))
  return { isPaged: true, ...layOut(pages, fonts.isBold, outline), findings: findings.list() }
}

type PdfOutline = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>

const maxOutlineDepth = 6

const flattenOutline = (entries: PdfOutline, depth = 1): OutlineEntry[] =>
  depth > maxOutlineDepth
    ? []
    : (entries ?? []).flatMap((entry) => [{ title: entry.title, depth }, ...flattenOutline(entry.items as PdfOutline, depth + 1)])
