import type { ReactNode } from 'react'
import type { ReadableDocument } from './document.queries.ts'
import type { LocateBox } from './pdf/pdf-file.ts'

/** What is drawn over a page of a PDF: `locate` returns where a box stands. */
export type RenderOver = (page: number, locate: LocateBox) => ReactNode

export type PreviewProps = {
  file: ReadableDocument
  /** The page to open, from 1. */
  page: number
  /** The passage to mark on it, which is searched in its text. */
  passage: string | null
  renderOver?: RenderOver | undefined
}
