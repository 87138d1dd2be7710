import type { ReactNode } from 'react'
import type { ReadableDocument } from './document.queries.ts'
import type { LocateBox } from './pdf/pdf-file.ts'

/** What is drawn over a page of a PDF: `locate` returns where a box stands. */
export type RenderOver = (page: number, locate: LocateBox) => ReactNode

export type PreviewProps = {
  file: ReadableDocument
  /** The page to open, from 1. */
  page: number
  /** A character of the part of a long page to open. */
  at?: number | undefined
  /** The passage to mark on it, which is searched in its text. */
  passage: string | null
  /** What it was cited for: the sentence most like it is marked in what is cited. */
  statement?: string
  renderOver?: RenderOver | undefined
}
