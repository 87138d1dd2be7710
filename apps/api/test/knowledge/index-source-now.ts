// A source that is searched, as ingestion would have left it: for tests of what reads an index.
import type { Dependencies } from '../../src/platform/dependencies.ts'
import { findMarkdownBlocks } from '../../src/platform/documents/child/text/text-blocks.ts'
import type { Block } from '@heddle/retrieval/passage/block'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { cancelRemoval } from '../../src/platform/files/file-removal.sql.ts'
import { cutChunks, prepareContent } from '../../src/modules/ingestion/build/cut-chunks.ts'
import { storeParsedDocument } from '../../src/modules/ingestion/job/parsed-document.ts'
import { writeIndexedSource } from '../../src/modules/ingestion/build/indexed-source.sql.ts'
import type { Prisma } from '@heddle/db/generated/client'
import { hash, randomUUIDv7 } from 'node:crypto'

type NewSource = Partial<Omit<Prisma.SourceUncheckedCreateInput, 'collectionId'>> & {
  readonly collectionId: string
  /** Markdown. Several texts are the pages of a paged original. */
  readonly text: string | readonly string[]
}

export const findPageBlocks = (pages: readonly { readonly text: string }[]): Block[] =>
  pages.flatMap(({ text }, index) =>
    findMarkdownBlocks(text).map((block) => ({ ...block, spans: block.spans.map((span) => ({ ...span, page: index + 1 })) })),
  )

/** A database alone, or a store for the parsed document too: what a re-index and the view of a source read. */
type Stores = Pick<Dependencies, 'db' | 'pool'> & Partial<Pick<Dependencies, 'files' | 'log'>>

/** Inserts a source with one version, and its chunks and postings in the active index of the collection; it has no vectors. */
export async function indexSourceNow({ db, pool, files, log }: Stores, { text, ...overrides }: NewSource) {
  const pages = (typeof text === 'string' ? [text] : text).map((each) => ({ text: each }))
  const collection = await db.collection.findUniqueOrThrow({ where: { id: overrides.collectionId } })
  const content = pages.map((page) => page.text).join('\n')
  const source = await db.source.create({ data: { kind: 'text', title: 'Source', ...overrides } })
  const version = await db.sourceVersion.create({
    data: {
      sourceId: source.id,
      storageKey: `${collection.tenantId}/${randomUUIDv7()}`,
      name: `${source.title}.md`,
      mediaType: 'text/markdown',
      sizeBytes: Buffer.byteLength(content),
      bytesHash: hash('sha256', content),
      pageCount: pages.length,
    },
  })
  const indexVersionId = collection.activeIndexId ?? 0
  const index = await db.indexVersion.findUniqueOrThrow({ where: { id: indexVersionId } })
  const document = { isPaged: typeof text !== 'string', blocks: findPageBlocks(pages) }
  if (files && log) {
    const parsed = { ...document, pages: pages.map((page) => ({ ...page, label: null, verdict: 'text' as const })), boxes: [] }
    const parsedKey = await storeParsedDocument({ pool, files, log }, collection.tenantId, parsed)
    await cancelRemoval(db, parsedKey)
    await db.sourceVersion.update({ where: { id: version.id }, data: { parsedKey } })
  }
  const chunks = await cutChunks(document, index)
  const indexable = await prepareContent(source.title, chunks)
  const target = { indexVersionId, sourceVersionId: version.id }
  const indexedSourceId = await inTransaction(pool, (client) => writeIndexedSource(client, target, indexable))
  return {
    source: await db.source.update({ where: { id: source.id }, data: { activeVersionId: version.id, state: 'indexed', ...overrides } }),
    version,
    indexVersionId,
    indexedSourceId,
    chunks: await db.chunk.findMany({ where: { indexedSourceId }, orderBy: { number: 'asc' } }),
  }
}
