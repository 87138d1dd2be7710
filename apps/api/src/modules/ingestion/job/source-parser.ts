// Parses the content of a source in a confined process, and keeps what it found.
import type { FileMediaType } from '@heddle/contracts/chat/chat-file'
import { ReadingSettings } from '@heddle/contracts/document/reading'
import { detectLanguage } from '@heddle/text/language/detect-language'
import { hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Dependencies } from '../../../platform/dependencies.ts'
import { type OnProgress, readBlocks } from '../../../platform/documents/block-reader.ts'
import type { ParsedDocument } from '../../../platform/documents/document.ts'
import { cancelRemoval } from '../../../platform/files/file-removal.sql.ts'
import { openStoredFile, toUnavailable } from '../../../platform/files/store-file.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import { withUploadFolder } from '../../../platform/http/upload-intake.ts'
import { storeParsedDocument } from './parsed-document.ts'
import type { ClaimedSource } from './source-claim.sql.ts'

type ParserDependencies = Pick<Dependencies, 'db' | 'pool' | 'files' | 'log' | 'config'>

/** Characters that tell the language of a text. */
const languageSample = 20_000

type Recognition = { readonly mediaType: string; readonly isOn: boolean; readonly isInstalled: boolean }

/** Adds to the refusal of a file without text what its recognition lacked; a document that is no picture has none. */
function explainMissingText(error: unknown, { mediaType, isOn, isInstalled }: Recognition): unknown {
  const mayBePicture = mediaType === 'application/pdf' || mediaType.startsWith('image/')
  if (!mayBePicture || !(error instanceof AppError) || error.code !== 'FILE_NO_TEXT') return error
  const reason = !isOn ? 'recognition_off' : isInstalled ? 'nothing_recognized' : 'recognition_missing'
  return new AppError('FILE_NO_TEXT', { params: { reason }, cause: error })
}

export type SourceParser = ReturnType<typeof createSourceParser>

export function createSourceParser({ db, pool, files, log, config }: ParserDependencies) {
  async function readOriginal(
    { storageKey, mediaType, ocr, reading }: ClaimedSource,
    onPages: OnProgress,
    signal: AbortSignal,
  ): Promise<ParsedDocument> {
    return withUploadFolder(async (folder) => {
      const path = join(folder, 'original')
      await pipeline(await openStoredFile(files, storageKey), createWriteStream(path), { signal }).catch((cause: unknown) => {
        signal.throwIfAborted()
        throw toUnavailable(cause)
      })
      const ocrDataDir = ocr ? config.ocrDataDir : undefined
      const settings = ReadingSettings.parse(reading)
      return readBlocks({ path, mediaType: mediaType as FileMediaType, settings, ocrDataDir }, signal, onPages).catch((error: unknown) => {
        throw explainMissingText(error, { mediaType, isOn: ocr, isInstalled: config.ocrDataDir !== undefined })
      })
    })
  }

  return {
    /** Parses and stores the content of a source. Throws the code of what is wrong with it. */
    async parse(source: ClaimedSource, onPages: OnProgress, signal: AbortSignal): Promise<ParsedDocument> {
      const document = await readOriginal(source, onPages, signal)
      onPages(document.pages.length, document.pages.length)
      const text = document.pages.map((page) => page.text).join('\f')
      const parsedKey = await storeParsedDocument({ pool, files, log }, source.tenantId, document)
      await db.$transaction(async (tx) => {
        const { count } = await tx.sourceVersion.updateMany({
          where: { id: source.versionId, parsedKey: null },
          data: {
            parsedKey,
            textHash: hash('sha256', text),
            pageCount: document.pages.length,
            findings: document.findings ?? [],
            warnings: document.pages.flatMap(({ verdict }, index) => (verdict === 'text' ? [] : [{ page: index + 1, verdict }])),
          },
        })
        // What another attempt has stored is kept, and this one's file is removed as planned.
        if (count === 0) return
        if (!(await cancelRemoval(tx, parsedKey))) throw new AppError('FILE_STORE_UNAVAILABLE', { params: { retry_after: 15 } })
        await tx.source.updateMany({
          where: { versions: { some: { id: source.versionId } }, isLanguageSet: false },
          data: { language: detectLanguage(text.slice(0, languageSample)) },
        })
      })
      return document
    },
  }
}
