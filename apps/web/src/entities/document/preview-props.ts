import type { ReadableDocument } from './document.queries.ts'

export type PreviewProps = {
  file: ReadableDocument
  /** The page to open, from 1. */
  page: number
  /** The passage to mark on it. */
  passage: string | null
}
