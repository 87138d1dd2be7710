// Reads a file into blocks that say where they stand, in a process of its own.
import type { FileMediaType } from '@heddle/contracts/chat/chat-file'
import type { ReadingSettings } from '@heddle/contracts/document/reading'
import { limits } from '@heddle/contracts/limits'
import { realpath } from 'node:fs/promises'
import { readConfined } from './confined-reader.ts'
import { maxBlocksBytes, ParsedDocument } from './document.ts'

export type DocumentToParse = {
  readonly path: string
  readonly mediaType: FileMediaType
  /** What an administrator has corrected of how it is read. */
  readonly settings?: ReadingSettings | undefined
  /** The folder of the languages by whose data scanned pages and images are recognized; without it they have no text. */
  readonly ocrDataDir?: string | undefined
  /** What it may take, where it is not `limits.ingestParsing`. */
  readonly confinement?: Partial<Record<keyof typeof limits.ingestParsing, number>>
}

/** Called with pages of a PDF that were read, and all of them. */
export type OnProgress = (done: number, total: number) => void

/** Returns the blocks of the file at `path`, at least one. Throws the code of what is wrong with the file; `FILE_NO_TEXT` when it has none. */
export async function readBlocks(file: DocumentToParse, signal: AbortSignal, onProgress?: OnProgress): Promise<ParsedDocument> {
  const { path, mediaType, settings, ocrDataDir, confinement } = file
  const onLine = onProgress && ((line: string) => reportProgress(line, onProgress))
  const folder = ocrDataDir && (await realpath(ocrDataDir))
  return readConfined(
    { path, mediaType, mode: 'blocks', settings, folder, Result: ParsedDocument, onLine },
    { ...(folder ? limits.ingestRecognition : limits.ingestParsing), maxBytes: maxBlocksBytes, ...confinement },
    signal,
  )
}

function reportProgress(line: string, onProgress: OnProgress) {
  const [, done, total] = /^(\d{1,6})\/(\d{1,6})$/.exec(line) ?? []
  if (done && total) onProgress(Number(done), Number(total))
}
