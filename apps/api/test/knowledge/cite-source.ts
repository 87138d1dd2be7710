// A passage of a knowledge collection that a reply cites, as ingestion and the run would have left it: with its original.
import type { FileMediaType } from '@heddle/contracts/chat/chat-file'
import type { ChunkSpan } from '@heddle/contracts/document/chunk-span'
import { createSource } from '@heddle/db/factories/knowledge'
import type { Dependencies } from '../../src/platform/dependencies.ts'
import type { ParsedDocument } from '../../src/platform/documents/document.ts'
import { storeParsedDocument } from '../../src/modules/ingestion/job/parsed-document.ts'
import { createIngestScene } from './ingest-scene.ts'
import { unknownId } from '../application/test-app.ts'

type CitingDependencies = Pick<Dependencies, 'db' | 'pool' | 'files' | 'jobs' | 'log'>

export type NewOriginal = {
  readonly content: string | Buffer
  readonly document: ParsedDocument
  readonly name?: string
  readonly mediaType?: FileMediaType
}

/** Adds a content to a source, which is searched from now on; returns its id. */
export async function addOriginal(dependencies: CitingDependencies, sourceId: string, { document, ...content }: NewOriginal) {
  const { db } = dependencies
  const { tenantId } = await db.collection.findFirstOrThrow({ where: { sources: { some: { id: sourceId } } } })
  const { id } = await createIngestScene(dependencies).addVersion(sourceId, tenantId, content)
  const parsedKey = await storeParsedDocument(dependencies, tenantId, document)
  await db.sourceVersion.update({ where: { id }, data: { parsedKey } })
  await db.source.update({ where: { id: sourceId }, data: { activeVersionId: id, state: 'indexed' } })
  return id
}

type NewCitation = {
  readonly messageId: string
  readonly collectionId: string
  readonly passage: string
  readonly spans?: readonly ChunkSpan[]
  readonly original: NewOriginal
}

/** Inserts a source with its original, and what a message cites of it. */
export async function citeSource(
  dependencies: CitingDependencies,
  { messageId, collectionId, passage, spans = [], original }: NewCitation,
) {
  const { db } = dependencies
  const { id: sourceId } = await createSource(db, { collectionId })
  const versionId = await addOriginal(dependencies, sourceId, original)
  const knowledge = {
    chunk_id: unknownId(),
    heading_path: [],
    page_to: null,
    spans: spans.map((span) => ({ ...span })),
    valid_until: null,
    replaced_by: null,
    copyright: { default: '' },
  }
  const cited = await db.messageSource.create({
    data: { messageId, number: 2, passage, knowledge, collectionId, sourceId, versionId },
  })
  return { sourceId, versionId, cited }
}

/** A document of one page that is its text. */
export const createParsedText = (text: string): ParsedDocument => ({
  isPaged: false,
  pages: [{ label: null, text, verdict: 'text' }],
  blocks: [],
  boxes: [],
})
