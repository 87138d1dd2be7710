// PDFs are hostile input. They are parsed in a worker of our own origin, under the policy that the page has: no script but ours, no
// `eval`, no WebAssembly, no request to another origin; a worker has no document and no storage, so that it never sees the session.
// The page gets drawing commands and words back, and draws them: no scripts of the file, no forms, no links, no attachments.
import { AnnotationMode, getDocument, GlobalWorkerOptions, TextLayer, version } from 'pdfjs-dist/legacy/build/pdf.mjs'
// oxlint-disable-next-line import/default -- Vite gives the address of the file as its default export
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'

export type { PDFDocumentProxy } from 'pdfjs-dist'

GlobalWorkerOptions.workerSrc = workerUrl

/** What `pdfFiles` in vite.config.ts puts there. The worker needs whole addresses. */
const folder = new URL(`/assets/pdfjs-${version}/`, window.location.origin).href

/** A drawing larger than this would only be made smaller by the browser, or fail. */
const maxPixels = 16_000_000

/** Opens a PDF, which is parsed as far as its pages are asked for. `close` ends its worker. */
export function openPdf(content: ArrayBuffer) {
  const task = getDocument({
    data: content,
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

/** Draws a page as wide as given, with its words above it; answers the elements of the words. */
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
