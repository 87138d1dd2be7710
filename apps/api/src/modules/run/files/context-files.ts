// The files that a reply may build on: those of the chat's folder and of all questions on the path to it, whatever the other branches have.
import { isImageType } from '@heddle/contracts/chat/chat-file'
import { listDoubts } from '@heddle/contracts/document/doubt'
import { ReadingFindings } from '@heddle/contracts/document/reading'
import type { WorkflowDocument } from '@heddle/workflow/model/node-type'
import type { ModelImage } from '@heddle/workflow/model/ports'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Readable } from 'node:stream'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { readBytes } from '../../../platform/files/read-bytes.ts'
import { decryptStream, type Seal } from '../../message/seal/seal.ts'
import { findPathFiles, loadFilePages, type LoadedPage, type ContextFile } from './context-files.sql.ts'

/** What a model is given: the question's images, then those of earlier questions, the newest first. */
const imagesPerReply = { count: 3, bytes: 20 * 1024 * 1024 }
const readImageMs = 15_000
/** More than a token has in any of the languages. */
const charactersPerToken = 8

export type ContextFiles = {
  /** Of the model of the chat's choice. */
  readonly contextTokens: number
  readonly documents: readonly WorkflowDocument[]
  readonly images: readonly ModelImage[]
  readonly hasQuestionFiles: boolean
  /** Images of the question that the model is not given. */
  readonly unseenImages: number
  readonly files: ReadonlyMap<string, ContextFile>
}

type Dependencies = {
  readonly pool: Pool
  /** Where the files are sealed. */
  readonly seal?: Seal | null
  readonly openFile: FileStore['open']
  readonly log: FastifyBaseLogger
}

type ReadingModel = { readonly contextTokens: number; readonly readsImages: boolean }

export type LoadContextFiles = (reply: {
  readonly questionId: string
  /** Whether the chat or its folder has any: most have none, and nothing is looked up for them. */
  readonly hasFiles: boolean
  readonly model: ReadingModel
  /** Of a temporary chat. */
  readonly seal: Seal | null
}) => Promise<ContextFiles>

/** Reads them for a question that has been accepted, as far as the model's context can hold them. */
export async function loadContextFiles(
  dependencies: Dependencies,
  { questionId, hasFiles, model, seal }: Parameters<LoadContextFiles>[0],
): Promise<ContextFiles> {
  const found = hasFiles ? await findPathFiles(dependencies.pool, questionId) : []
  const files = seal ? found.map((file) => ({ ...file, name: seal.open(file.name) })) : found
  return readContextFiles({ ...dependencies, seal }, files, (file) => file.messageId === questionId, model)
}

/** Reads files as far as the model's context can hold them; `isOfQuestion` tells those of the last question. */
export async function readContextFiles<File extends ContextFile>(
  dependencies: Dependencies,
  files: readonly File[],
  isOfQuestion: (file: File) => boolean,
  { contextTokens, readsImages }: ReadingModel,
): Promise<ContextFiles> {
  const { pool, seal = null } = dependencies
  const isImage = ({ mediaType }: ContextFile) => isImageType(mediaType)
  const pictures = files.filter(isImage)
  const [documents, { images, seen }] = await Promise.all([
    loadDocuments(
      { pool, seal },
      files.filter((file) => !isImage(file)),
      contextTokens,
    ),
    loadImages(dependencies, readsImages ? pictures.toReversed() : []),
  ])
  const unseenImages = pictures.filter((file) => isOfQuestion(file) && !seen.has(file.id)).length
  const hasQuestionFiles = files.some(isOfQuestion)
  return { contextTokens, documents, images, hasQuestionFiles, unseenImages, files: new Map(files.map((file) => [file.id, file])) }
}

async function loadDocuments(
  { pool, seal }: { pool: Pool; seal: Seal | null },
  files: readonly ContextFile[],
  contextTokens: number,
): Promise<WorkflowDocument[]> {
  if (files.length === 0) return []
  // No more than could be given to the model: a file may have millions of characters, and a chat many files.
  const maxCharacters = Math.ceil(contextTokens * charactersPerToken * Math.min(1, 8 / files.length))
  const fileIds = files.map(({ id }) => id)
  const pages = seal
    ? (await loadFilePages(pool, fileIds, { maxCharacters, isSealed: true })).map((page) => openPage(seal, page, maxCharacters))
    : await loadFilePages(pool, fileIds, { maxCharacters, isSealed: false })
  const byFile = Map.groupBy(pages, ({ fileId }) => fileId)
  return files.map(({ id, name, isPaged, tokenCount, findings }) => {
    const own = byFile.get(id) ?? []
    const doubts = listDoubts(ReadingFindings.parse(findings))
    return { id, name, isPaged, tokens: tokenCount, isComplete: own.at(-1)?.isLast ?? true, doubts, pages: own }
  })
}

/** A sealed text is whole: it is cut here, and not in the database. */
function openPage(seal: Seal, page: LoadedPage, maxCharacters: number): LoadedPage {
  const text = seal.open(page.text)
  const isLast = page.isLast && text.length <= maxCharacters
  return { ...page, label: page.label && seal.open(page.label), text: text.slice(0, maxCharacters), isLast }
}

async function loadImages({ openFile, log, seal }: Dependencies, newestFirst: readonly ContextFile[]) {
  const images: ModelImage[] = []
  const seen = new Set<string>()
  let bytes = 0
  for (const { id, mediaType, storageKey, sizeBytes } of newestFirst) {
    if (images.length >= imagesPerReply.count) break
    if (bytes + sizeBytes > imagesPerReply.bytes) continue
    try {
      const stored = await openFile(storageKey)
      const content = await readWhole(seal ? decryptStream(seal, storageKey, stored) : stored, sizeBytes)
      images.unshift({ mediaType, base64: content.toString('base64') })
      seen.add(id)
      bytes += sizeBytes
    } catch (error) {
      // It may have been deleted just now. The reply says that it was not seen.
      log.warn({ err: error, fileId: id }, 'Image for a reply could not be read')
    }
  }
  return { images, seen }
}

async function readWhole(stream: Readable, maxBytes: number): Promise<Buffer> {
  const timer = setTimeout(() => stream.destroy(new Error('The file could not be read in time')), readImageMs)
  try {
    return await readBytes(stream, maxBytes, () => new Error('The file is larger than it was'))
  } finally {
    clearTimeout(timer)
    stream.destroy()
  }
}
