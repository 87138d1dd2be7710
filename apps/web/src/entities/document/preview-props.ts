import type { ReadableDocument } from './document.queries.ts'

export type PreviewProps = {
  file: ReadableDocument
  /** Where to open it, from 1. */
  page: number
  /** What to mark there. */
  passage: string | null
}
