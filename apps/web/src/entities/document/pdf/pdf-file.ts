// PDFs are hostile input. They are parsed in a worker of our own origin under the page's policy: no foreign script, no `eval`, no
// WebAssembly, no request to another origin; a worker has no document and no storage, so it never sees the session. The page draws the
// commands and words that the worker returns: no scripts of the file, no forms, no links, no attachments.
import {
  AnnotationMode,
  getDocument,
  GlobalWorkerOptions,
  PDFDataRangeTransport,
  TextLayer,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
// oxlint-disable-next-line import/default -- Vite gives the address of the file as its default export
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { mergeReads } from './merge-reads.ts'
import { rangeBytes, type RangedContent } from './ranged-content.ts'

export type { PDFDocumentProxy } from 'pdfjs-dist'

GlobalWorkerOptions.workerSrc = workerUrl

/** The output folder of `pdfFiles` in vite.config.ts. The worker needs absolute URLs. */
const folder = new URL(`/assets/pdfjs-${version}/`, window.location.origin).href

/** The browser would scale down a larger canvas, or fail to draw it. */
const maxPixels = 16_000_000

/** Bytes that take less time than a request of their own. */
const maxGapBytes = 2 * rangeBytes

/** Reads the ranges that the worker asks for. The worker cannot be told of a failure, and would wait: `onError` closes the document. */
class RangeTransport extends PDFDataRangeTransport {
  readonly #read: (begin: number, end: number) => Promise<ArrayBuffer>
  readonly #onError: (error: unknown) => void
  readonly #reading = new AbortController()

  constructor({ sizeBytes, first, read }: RangedContent, onError: (error: unknown) => void) {
    super(sizeBytes, new Uint8Array(first.slice()))
    this.#read = mergeReads((begin, end) => read(begin, end, this.#reading.signal), maxGapBytes)
    this.#onError = onError
  }

  override requestDataRange(begin: number, end: number) {
    const { signal } = this.#reading
    this.#read(begin, end).then(
      (bytes) => signal.aborted || this.onDataRange(begin, new Uint8Array(bytes)),
      (error: unknown) => signal.aborted || this.#onError(error),
    )
  }

  override abort() {
    this.#reading.abort()
  }
}

/** Opens a PDF. Its pages are parsed, and their ranges read, on demand; `onError` is called when a read fails. `close` ends the worker. */
export function openPdf(content: RangedContent, onError: (error: unknown) => void) {
  const { first, sizeBytes } = content
  const task = getDocument({
    ...(first.byteLength < sizeBytes ? { range: new RangeTransport(content, onError) } : { data: first.slice() }),
    rangeChunkSize: rangeBytes,
    disableStream: true,
    disableAutoFetch: true,
    cMapUrl: `${folder}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${folder}standard_fonts/`,
    wasmUrl: `${folder}wasm/`,
    useWasm: false,
    enableXfa: false,
    maxImageSize: 64_000_000,
  })
  return { document: task.promise, close: () => void task.destroy() }
}

type Drawing = { page: PDFPageProxy; canvas: HTMLCanvasElement; layer: HTMLElement; width: number; signal: AbortSignal }

/** Draws a page in the given width, with its words in a layer above; returns the elements of the words. */
export async function drawPage({ page, canvas, layer, width, signal }: Drawing): Promise<HTMLElement[]> {
  const scale = width / page.getViewport({ scale: 1 }).width
  const viewport = page.getViewport({ scale })
  const density = Math.min(window.devicePixelRatio || 1, 2, Math.sqrt(maxPixels / (viewport.width * viewport.height)))
  canvas.width = Math.floor(viewport.width * density)
  canvas.height = Math.floor(viewport.height * density)
  const render = page.render({
    canvas,
    viewport,
    transform: [density, 0, 0, density, 0, 0],
    annotationMode: AnnotationMode.ENABLE,
  })
  layer.replaceChildren()
  layer.style.setProperty('--total-scale-factor', String(scale))
  const words = new TextLayer({ textContentSource: page.streamTextContent(), container: layer, viewport })
  signal.addEventListener('abort', () => {
    render.cancel()
    words.cancel()
  })
  await Promise.all([render.promise, words.render()])
  return words.textDivs
}

export const loadPage = (document: PDFDocumentProxy, number: number): Promise<PDFPageProxy> =>
  document.getPage(Math.min(Math.max(number, 1), document.numPages))

/** A box in points from the lower left corner of the unrotated page. */
type PageBox = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** Returns where a box stands on the drawn page, in percent of its size. */
export type LocateBox = (box: PageBox) => { readonly left: string; readonly top: string; readonly width: string; readonly height: string }

export function locateOn(page: PDFPageProxy): LocateBox {
  const viewport = page.getViewport({ scale: 1 })
  return ({ x, y, width, height }) => {
    const [x1, y1] = viewport.convertToViewportPoint(x, y)
    const [x2, y2] = viewport.convertToViewportPoint(x + width, y + height)
    return {
      left: toPercent(Math.min(x1 ?? 0, x2 ?? 0), viewport.width),
      top: toPercent(Math.min(y1 ?? 0, y2 ?? 0), viewport.height),
      width: toPercent(Math.abs((x1 ?? 0) - (x2 ?? 0)), viewport.width),
      height: toPercent(Math.abs((y1 ?? 0) - (y2 ?? 0)), viewport.height),
    }
  }
}

const toPercent = (part: number, whole: number) => `${(100 * part) / whole}%`
