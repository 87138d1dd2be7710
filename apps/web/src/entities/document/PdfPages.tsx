import { useElementSize } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { documentQueries, type OriginalDocument } from './document.queries.ts'
import { LoadingPreview, PreviewError } from './PreviewState.tsx'
import { findPieces } from './find-passage.ts'
import { PageNav } from './PageNav.tsx'
import { drawPage, loadPage, locateOn, type LocateBox, openPdf, type PDFDocumentProxy } from './pdf-file.ts'
import type { RenderOver } from './preview-props.ts'
import classes from './Preview.module.css'

export type PdfPagesProps = {
  file: OriginalDocument
  /** From 1; one beyond the last is the last. */
  page: number
  onGo: (page: number) => void
  /** A passage to mark on the page, which is searched in its words. */
  passage?: string | null
  renderOver?: RenderOver | undefined
}

/** The pages of a PDF, one at a time in the available width. */
export function PdfPages({ file, page, onGo, passage = null, renderOver }: PdfPagesProps) {
  const { data: blob, error, refetch } = useQuery(documentQueries.content(file))
  const pdf = usePdf(blob)
  if (error) return <PreviewError error={error} onRetry={() => void refetch()} />
  if (pdf.error) return <PreviewError error={pdf.error} onRetry={pdf.retry} />
  if (!pdf.document) return <LoadingPreview />
  const count = pdf.document.numPages
  const number = Math.min(page, count)
  return (
    <>
      {count > 1 && <PageNav page={number} count={count} hasNext={number < count} onGo={onGo} />}
      <PdfPage key={number} document={pdf.document} number={number} passage={passage} renderOver={renderOver} />
    </>
  )
}

type Opened = { document: PDFDocumentProxy | null; error: unknown }
const notOpened: Opened = { document: null, error: null }

function usePdf(blob: Blob | undefined): Opened & { retry: () => void } {
  const [opened, setOpened] = useState(notOpened)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!blob) return
    let close: (() => void) | null = null
    let isWanted = true
    async function open(content: Blob) {
      // The buffer is transferred to the worker; the blob stays for the next opening.
      const buffer = await content.arrayBuffer()
      if (!isWanted) return
      const pdf = openPdf(buffer)
      close = pdf.close
      const document = await pdf.document
      if (isWanted) setOpened({ document, error: null })
    }
    open(blob).catch((error: unknown) => isWanted && setOpened({ document: null, error }))
    return () => {
      isWanted = false
      close?.()
      setOpened(notOpened)
    }
  }, [blob, attempt])
  return { ...opened, retry: () => setAttempt(attempt + 1) }
}

type PdfPageProps = Required<Pick<PdfPagesProps, 'passage'>> & {
  document: PDFDocumentProxy
  number: number
  renderOver: PdfPagesProps['renderOver']
}

function PdfPage({ document, number, passage, renderOver }: PdfPageProps) {
  const { t } = useTranslation('document')
  const { ref: frame, width } = useElementSize()
  const canvas = useRef<HTMLCanvasElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'drawing' | 'drawn' | 'failed'>('drawing')
  const [locate, setLocate] = useState<LocateBox | null>(null)

  useEffect(() => {
    if (width === 0) return
    const drawing = new AbortController()
    async function draw() {
      if (!canvas.current || !layer.current) return
      const page = await loadPage(document, number)
      if (drawing.signal.aborted) return
      setLocate(() => locateOn(page))
      const words = await drawPage({ page, canvas: canvas.current, layer: layer.current, width, signal: drawing.signal })
      setState('drawn')
      if (passage) markPassage(words, passage)
    }
    draw().catch(() => drawing.signal.aborted || setState('failed'))
    return () => drawing.abort()
  }, [document, number, passage, width])

  return (
    <div
      ref={frame}
      className={classes.pdfPage}
      role="group"
      aria-label={t('page', { page: number })}
      aria-busy={state === 'drawing'}
      data-page={number}
    >
      {state === 'failed' && <p className={classes.note}>{t('failed')}</p>}
      <canvas ref={canvas} />
      <div ref={layer} className={classes.textLayer} />
      {locate && renderOver?.(number, locate)}
    </div>
  )
}

function markPassage(words: HTMLElement[], passage: string) {
  const cited = findPieces(
    words.map(({ textContent }) => textContent),
    passage,
  )
  for (const index of cited) words[index]?.setAttribute('data-cited', '')
  words[cited[0] ?? -1]?.scrollIntoView({ block: 'center' })
}
