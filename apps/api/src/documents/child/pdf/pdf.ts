// PDF files: what stands where on their pages, and what that says of the text.
import { limits } from '@heddle/contracts/limits'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getDocument, PasswordException, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/types/src/display/api.js'
import type { PageVerdict } from '../../document.ts'
import type { ReadPart } from '../read-part.ts'
import { Refusal } from '../refusal.ts'
import type { DraftBlock } from './block-draft.ts'
import { orderRegions } from './columns.ts'
import { writePages } from './document-blocks.ts'
import { createFontNames } from './fonts.ts'
import { isGarbled } from './garbled-text.ts'
import { createOutline, type Outline, type OutlineEntry, rankHeadings } from './heading-levels.ts'
import { groupLines } from './lines.ts'
import { type Direction, readRuns, type Run } from './page-runs.ts'
import { hasPicture } from './page-picture.ts'
import { findRegionBlocks, type TypeStyle } from './region-blocks.ts'
import { removeRunningLines } from './running-lines.ts'

const library = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')))
/** Returns a path with a trailing slash: pdf.js appends a file name to it. */
const folder = (name: string) => join(library, name, '/')

const magic = '%PDF-'

/** Some programs write a line before the magic number. */
const beginsAsPdf = (bytes: Buffer) => bytes.subarray(0, 1_024).includes(magic)

async function openPdf(bytes: Buffer): Promise<PDFDocumentProxy> {
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
    // No image is decoded.
    maxImageSize: 0,
    verbosity: VerbosityLevel.ERRORS,
  })
  const document = await task.promise.catch((error: unknown) => {
    throw new Refusal(error instanceof PasswordException ? 'FILE_ENCRYPTED' : 'FILE_UNREADABLE', error)
  })
  if (document.numPages > limits.pagesPerFile) throw new Refusal('FILE_TOO_MANY_PAGES')
  return document
}

type PdfPage = { readonly runs: readonly Run[]; readonly width: number; readonly verdict: PageVerdict }

const textOf = (runs: readonly Run[]) => runs.map(({ fragment }) => fragment.text).join('')

async function readVerdict(page: PDFPageProxy, text: string): Promise<PageVerdict> {
  if (text !== '') return isGarbled(text) ? 'garbled' : 'text'
  return (await hasPicture(page)) ? 'scanned' : 'empty'
}

/** Returns the text of each page and its blocks. Throws a code each for a password, too many pages and damage. */
export async function readPdf(bytes: Buffer, onPage: (done: number, total: number) => void): Promise<ReadPart> {
  const document = await openPdf(bytes)
  const fonts = createFontNames()
  const pages: PdfPage[] = []
  let characters = 0
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const content = await page.getTextContent()
    const runs = readRuns(content, page.view)
    await fonts.learn(page, Object.keys(content.styles))
    const text = textOf(runs)
    const verdict = await readVerdict(page, text)
    page.cleanup()
    characters += text.length
    if (characters > limits.fileTextCharacters) throw new Refusal('FILE_TOO_MANY_PAGES')
    const [left = 0, , right = 0] = page.view
    pages.push({ runs: verdict === 'text' ? runs : [], width: right - left, verdict })
    onPage(number, document.numPages)
  }
  const outline = createOutline(flattenOutline(await document.getOutline().catch(() => [])))
  return { isPaged: true, ...layOut(pages, fonts.isBold, outline) }
}

type PdfOutline = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>

const maxOutlineDepth = 6

const flattenOutline = (entries: PdfOutline, depth = 1): OutlineEntry[] =>
  depth > maxOutlineDepth
    ? []
    : (entries ?? []).flatMap((entry) => [{ title: entry.title, depth }, ...flattenOutline(entry.items as PdfOutline, depth + 1)])

/** The directions of text, those of most documents first. */
const directions: readonly Direction[] = [0, 90, 270, 180]

function layOut(pages: readonly PdfPage[], isBold: (font: string) => boolean, outline: Outline): Omit<ReadPart, 'isPaged'> {
  const style: TypeStyle = { ...readBody(pages, isBold), isOutlined: (text) => outline.findDepth(text) !== null }
  const body = removeRunningLines(pages)
  const blocks = pages.map(({ width }, index) => ({ blocks: findPageBlocks(body[index] ?? [], style, width) }))
  const headings = blocks.flatMap((page) => page.blocks.filter(({ kind }) => kind === 'heading'))
  const written = writePages(blocks, rankHeadings(headings, outline))
  return {
    pages: pages.map(({ verdict }, index) => ({ label: null, text: written.texts[index] ?? '', verdict })),
    findBlocks: () => [...written.blocks],
    boxes: written.boxes,
  }
}

/** Bold letters say something only where most others are not bold. */
function readBody(pages: readonly PdfPage[], isBold: (font: string) => boolean): Pick<TypeStyle, 'bodySize' | 'isBold'> {
  const bySize = new Map<number, number>()
  let [bold, all] = [0, 0]
  for (const { runs } of pages) {
    for (const { fragment, size, font } of runs) {
      const { length } = fragment.text
      const rounded = Math.round(size * 4) / 4
      bySize.set(rounded, (bySize.get(rounded) ?? 0) + length)
      all += length
      if (isBold(font)) bold += length
    }
  }
  const [bodySize = 0] = [...bySize].toSorted(([, one], [, other]) => other - one)[0] ?? []
  return { bodySize, isBold: bold > all / 2 ? () => false : isBold }
}

function findPageBlocks(runs: readonly Run[], style: TypeStyle, width: number): DraftBlock[] {
  return directions.flatMap((direction) => {
    const turned = runs.filter((run) => run.direction === direction)
    if (turned.length === 0) return []
    const left = Math.min(turned[0]?.x ?? 0, width)
    // Margins are as wide on one side as on the other.
    const pageRight = direction === 0 ? width - Math.max(left, 0) : Number.NEGATIVE_INFINITY
    return orderRegions(turned).flatMap((region) => findRegionBlocks(groupLines(region), style, pageRight))
  })
}
