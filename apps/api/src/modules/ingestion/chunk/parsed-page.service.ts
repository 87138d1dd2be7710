// The pages of sources as they were parsed. Who may read them is for the caller to say.
import type { ParsedDocument } from '../../../platform/documents/document.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { readParsedDocument } from '../job/parsed-document.ts'

/** A page of a document, by its index from 0. */
export type ParsedPage = { readonly document: ParsedDocument; readonly index: number }

export type ParsedPageService = ReturnType<typeof createParsedPageService>

export function createParsedPageService({ files }: { readonly files: FileStore }) {
  return {
    /** Returns a page by its number from 1; of one beyond the last, the last. Throws `FILE_STORE_UNAVAILABLE`. */
    async readPage(parsedKey: string, number: number): Promise<ParsedPage> {
      const document = await readParsedDocument(files, parsedKey)
      return { document, index: Math.min(number, document.pages.length) - 1 }
    },
  }
}
