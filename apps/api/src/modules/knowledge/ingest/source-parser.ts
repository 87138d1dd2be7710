// Parses the content of a source in a confined process, and keeps what it found.
import type { FileMediaType } from '@heddle/contracts/chat/chat-file'
import { detectLanguage } from '@heddle/text/language/detect-language'
import { hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Dependencies } from '../../../boot/dependencies.ts'
import type { DocumentReader } from '../../../documents/document-reader.ts'
import { cancelRemoval } from '../../../files/file-removal.sql.ts'
import { openStoredFile } from '../../../files/store-file.ts'
import { AppError } from '../../../http/app-error.ts'
import { withUploadFolder } from '../../../http/upload-intake.ts'
import { readPageBlocks } from './page-blocks.ts'
import { type ParsedDocument, storeParsedDocument } from './parsed-document.ts'
import type { ClaimedSource } from './source-claim.sql.ts'

type ParserDependencies = Pick<Dependencies, 'db' | 'pool' | 'files' | 'log'> & { readonly documents: DocumentReader }

type OnPages = (done: number, total: number) => void

/** Characters that tell the language of a text. */
const languageSample = 20_000

export type SourceParser = ReturnType<typeof createSourceParser>

export function createSourceParser({ db, pool, files, log, documents }: ParserDependencies) {
  async function readOriginal({ storageKey, mediaType, versionId }: ClaimedSource, signal: AbortSignal): Promise<ParsedDocument> {
    return withUploadFolder(async (folder) => {
      const path = join(folder, 'original')
      await pipeline(await openStoredFile(files, storageKey), createWriteStream(path), { signal }).catch((cause: unknown) => {
        signal.throwIfAborted()
        throw new AppError('FILE_STORE_UNAVAILABLE', { cause, params: { retry_after: 15 } })
      })
      const document = await documents.readDocument({ path, mediaType: mediaType as FileMediaType, userId: versionId }, signal)
      const pages = document.pages.map((page) => ({ ...page, verdict: page.text === '' ? ('empty' as const) : ('text' as const) }))
      return { isPaged: document.isPaged, pages, blocks: readPageBlocks(pages) }
    })
  }

  return {
    /** Parses and stores the content of a source. Throws the code of what is wrong with it. */
    async parse(source: ClaimedSource, onPages: OnPages, signal: AbortSignal): Promise<ParsedDocument> {
      const document = await readOriginal(source, signal)
      onPages(document.pages.length, document.pages.length)
      if (document.blocks.length === 0) throw new AppError('FILE_NO_TEXT')
      const text = document.pages.map((page) => page.text).join('\f')
      const parsedKey = await storeParsedDocument({ pool, files, log }, source.tenantId, document)
      await db.$transaction(async (tx) => {
        const { count } = await tx.sourceVersion.updateMany({
          where: { id: source.versionId, parsedKey: null },
          data: {
            parsedKey,
            textHash: hash('sha256', text),
            pageCount: document.pages.length,
            warnings: document.pages.flatMap(({ verdict }, index) => (verdict === 'text' ? [] : [{ page: index + 1, verdict }])),
          },
        })
        // What another attempt has stored is kept, and this one's file is removed as planned.
        if (count === 0) return
        await cancelRemoval(tx, parsedKey)
        await tx.source.updateMany({
          where: { versions: { some: { id: source.versionId } }, isLanguageSet: false },
          data: { language: detectLanguage(text.slice(0, languageSample)) },
        })
      })
      return document
    },
  }
}
