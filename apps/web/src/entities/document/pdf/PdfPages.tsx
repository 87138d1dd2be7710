import { useElementSize } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { documentQueries, type OriginalDocument } from '../document.queries.ts'
import { LoadingPreview, PreviewError } from '../PreviewState.tsx'
import { findPieces } from '../find-passage.ts'
import { PageNav } from '../PageNav.tsx'
import { drawPage, loadPage, locateOn, type LocateBox, openPdf, type PDFDocumentProxy } from './pdf-file.ts'
import type { RenderOver } from '../preview-props.ts'
import type { RangedContent } from './ranged-content.ts'
import classes from '../Preview.module.css'

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
  const { data: content, error, refetch } = useQuery(documentQueries.ranges(file))
  const pdf = usePdf(content)
  if (error || pdf.error) return <PreviewError error={error ?? pdf.error} onRetry={() => void refetch()} />
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

function usePdf(content: RangedContent | undefined): Opened {
  const [opened, setOpened] = useState(notOpened)
  useEffect(() => {
    if (!content) return
    let isWanted = true
    const handleError = (error: unknown) => isWanted && setOpened({ document: null, error })
    const pdf = openPdf(content, handleError)
    pdf.document.then((document) => isWanted && setOpened({ document, error: null }), handleError)
    return () => {
      isWanted = false
      pdf.close()
      setOpened(notOpened)
    }
  }, [content])
  return opened
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
