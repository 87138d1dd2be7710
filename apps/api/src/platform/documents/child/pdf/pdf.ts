// PDF files: what stands where on their pages, and what that says of the text.
import { limits } from '@heddle/contracts/limits'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getDocument, PasswordException, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
// oxlint-disable-next-line import/no-unassigned-import -- Its other half, which the library else looks for in a file of its own.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/types/src/display/api.js'
import type { PageVerdict } from '../../document.ts'
import { createFindings, type Findings } from '../findings.ts'
import { maxImagePixels, readImages } from './page-images.ts'
import type { Recognizer } from '../ocr/recognizer.ts'
import { placeWords, turnUpright } from './recognized-runs.ts'
import type { ReadPart } from '../read-part.ts'
import { DocumentRefusal } from '../refusal.ts'
import { findAnnotatedPages, noAnnotations, readAnnotations } from './annotations.ts'
import { createFontNames } from './fonts.ts'
import { findUnknown } from './garbled-text.ts'
import { createHeadingOutline, type OutlineEntry } from './heading-levels.ts'
import { layOut, type PageToLayOut } from './lay-out.ts'
import { createMoves } from './moved-items.ts'
import { readRuns } from './page-runs.ts'
import type { TextRun } from './run.ts'
import { hasPicture, outlineNumbers } from './page-picture.ts'
import { symbolCode } from './private-glyphs.ts'

const library = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')))
/** Returns a path with a trailing slash: pdf.js appends a file name to it. */
const folder = (name: string) => join(library, name, '/')

const magic = '%PDF-'

/** Some programs write a line before the magic number. */
const beginsAsPdf = (bytes: Buffer) => bytes.subarray(0, 1_024).includes(magic)

/** Decodes no image, unless they are asked for. */
async function openPdf(bytes: Buffer, decodesImages = false): Promise<PDFDocumentProxy> {
  if (!beginsAsPdf(bytes)) throw new DocumentRefusal('FILE_CONTENT_MISMATCH')
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
    throw new DocumentRefusal(error instanceof PasswordException ? 'FILE_ENCRYPTED' : 'FILE_UNREADABLE', error)
  })
  if (document.numPages > limits.pagesPerFile) throw new DocumentRefusal('FILE_TOO_MANY_PAGES')
  return document
}

const joinText = (runs: readonly TextRun[]) => runs.map(({ fragment }) => fragment.text).join('')

/** The shares of a page that an image takes: a logo takes less, a receipt on a sheet of its own more; a scan beside a stamp takes most. */
const pictureCover = 0.05
const scanCover = 0.5
/** Characters of a page, without blanks, beside which a scan may be: a running head, a stamp of a fax or of the scanner. */
const fewCharacters = 200

type Judged = {
  readonly verdict: PageVerdict
  /** Whether it has little text beside what is drawn. */
  readonly isDrawn: boolean
  /** Characters that are unknown where these are too many to read the others. */
  readonly unknown: number
}

async function judgePage(page: PDFPageProxy, text: string): Promise<Judged> {
  if (text === '') {
    const isDrawn = await hasPicture(page, pictureCover, outlineNumbers.alone)
    return { verdict: isDrawn ? 'scanned' : 'empty', isDrawn, unknown: 0 }
  }
  const { isGarbled, count } = findUnknown(text)
  if (isGarbled) return { verdict: 'garbled', isDrawn: false, unknown: count }
  const isShort = text.replaceAll(/\s+/g, '').length < fewCharacters
  return { verdict: 'text', isDrawn: isShort && (await hasPicture(page, scanCover, outlineNumbers.besideText)), unknown: 0 }
}

/** Scanned pages that are recognized: some seconds each. */
const maxRecognizedPages = 300

/** Returns the function that recognizes the words of a scanned page. */
function createPageRecognizer(bytes: Buffer, { recognize }: Recognizer, findings: Findings) {
  let opened: Promise<PDFDocumentProxy> | undefined
  let pagesLeft = maxRecognizedPages
  return async (number: number): Promise<TextRun[]> => {
    if (pagesLeft === 0) return []
    pagesLeft -= 1
    opened ??= openPdf(bytes, true)
    const page = await (await opened).getPage(number)
    const runs: TextRun[] = []
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

/** Letters that are recognized beside a text: fewer are of a picture. */
const minRecognizedLetters = 10

/** Returns what was recognized where no text is; nothing when it is too little. */
function addRecognized(written: readonly TextRun[], recognized: readonly TextRun[]): TextRun[] {
  const added = recognized.filter((run) => !written.some((other) => isOverlapping(run, other)))
  const letters = joinText(added).match(/\p{L}/gu)?.length ?? 0
  return written.length > 0 && letters < minRecognizedLetters ? [] : added
}

const isOverlapping = (one: TextRun, other: TextRun) =>
  one.direction === other.direction &&
  one.x < other.right &&
  other.x < one.right &&
  Math.abs(one.y - other.y) < Math.max(one.size, other.size)

type PageReader = {
  readonly document: PDFDocumentProxy
  readonly fonts: ReturnType<typeof createFontNames>
  readonly moves: ReturnType<typeof createMoves>
  readonly recognizePage: ((number: number) => Promise<TextRun[]>) | null
  readonly annotatedPages: ReadonlySet<number>
  readonly findings: Findings
}

async function readPage(reader: PageReader, number: number): Promise<PageToLayOut> {
  const { document, fonts, moves, recognizePage, annotatedPages, findings } = reader
  const page = await document.getPage(number)
  const content = await page.getTextContent({ includeMarkedContent: true })
  const hasSymbols = content.items.some((item) => 'str' in item && symbolCode.test(item.str))
  await fonts.learn(page, Object.keys(content.styles), hasSymbols)
  const written = readRuns(content, { view: page.view, fontName: fonts.getName, moves })
  const { verdict, isDrawn, unknown } = await judgePage(page, joinText(written))
  const annotations = annotatedPages.has(number) ? await readAnnotations(page, written) : noAnnotations
  page.cleanup()
  const known = verdict === 'text' ? written : []
  const recognized = (isDrawn || verdict === 'garbled') && recognizePage ? addRecognized(known, await recognizePage(number)) : []
  if (isDrawn && recognized.length === 0) findings.add('little_text', { page: number })
  if (verdict === 'garbled' && recognized.length === 0) findings.add('characters_unreadable', { page: number }, unknown)
  if (annotations.fields > 0) findings.add('form_fields', { page: number, at: annotations.firstField }, annotations.fields)
  const { comments } = annotations
  if (comments[0]) findings.add('comments', { page: number, at: comments[0].text }, comments.length)
  const runs = [...known, ...recognized, ...annotations.runs]
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view
  return { runs, comments, width: right - left, height: top - bottom, verdict: runs.length > 0 || comments.length > 0 ? 'text' : verdict }
}

/** Returns the text of each page and its blocks. Throws a code each for a password, too many pages and damage. */
export async function readPdf(bytes: Buffer, { onPage, recognizer }: ReadPdfOptions): Promise<ReadPart> {
  const document = await openPdf(bytes)
  const findings = createFindings()
  const annotatedPages = await findAnnotatedPages(document)
  const recognizePage = recognizer ? createPageRecognizer(bytes, recognizer, findings) : null
  const fonts = createFontNames()
  const reader = { document, fonts, moves: createMoves(), recognizePage, annotatedPages, findings }
  const pages: PageToLayOut[] = []
  let characters = 0
  for (let number = 1; number <= document.numPages; number++) {
    const page = await readPage(reader, number)
    characters += joinText(page.runs).length + page.comments.reduce((sum, { text }) => sum + text.length, 0)
    if (characters > limits.fileTextCharacters) throw new DocumentRefusal('FILE_TOO_MANY_PAGES')
    pages.push(page)
    onPage(number, document.numPages)
  }
  const outline = createHeadingOutline(flattenOutline(await document.getOutline().catch(() => [])))
  return { isPaged: true, ...layOut(pages, fonts.isBold, outline), findings: findings.list() }
}

type PdfOutline = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>

const maxOutlineDepth = 6

const flattenOutline = (entries: PdfOutline, depth = 1): OutlineEntry[] =>
  depth > maxOutlineDepth
    ? []
    : (entries ?? []).flatMap((entry) => [{ title: entry.title, depth }, ...flattenOutline(entry.items as PdfOutline, depth + 1)])
