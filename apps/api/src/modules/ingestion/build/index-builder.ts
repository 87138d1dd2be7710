// Writes what an index lacks of a content; what an earlier attempt has written stays.
import { isDeepStrictEqual } from 'node:util'
import type { Pool, PoolClient } from 'pg'
import type { ParsedDocument } from '../../../platform/documents/document.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import { applyEdits, type StoredEdit } from './apply-edits.ts'
import type { ChunkEmbedder, EmbeddingObserver } from './chunk-embedder.ts'
import { cutChunks, prepareContent } from './cut-chunks.ts'
import { findIndexedSource, findStoredChunks, writeIndexedSource, writeTitle } from './indexed-source.sql.ts'
import { findEdits, lockEdits } from './stored-edits.sql.ts'
import type { TargetIndex } from './target-index.sql.ts'

/** A content of a source, under the title that its chunks are found by. */
export type Content = {
  readonly tenantId: string
  readonly sourceVersionId: string
  readonly title: string
  readonly readDocument: () => Promise<ParsedDocument>
}

/** Called as the build goes on. */
export type BuildObserver = EmbeddingObserver & {
  readonly onStage: (stage: 'chunking' | 'embedding') => Promise<void>
  readonly onChunks: (total: number) => void
  /** Throws in the transaction that writes chunks when the job may not write any more. */
  readonly assertClaim: (client: PoolClient) => Promise<void>
}

export type IndexBuilder = ReturnType<typeof createIndexBuilder>

export function createIndexBuilder({ pool, chunkEmbedder }: { readonly pool: Pool; readonly chunkEmbedder: ChunkEmbedder }) {
  /** Returns the chunks of a content in an index, which it cuts unless they are there. */
  async function ensureChunks(index: TargetIndex, content: Content, observer: BuildObserver, signal: AbortSignal) {
    const known = await findIndexedSource(pool, index.id, content.sourceVersionId)
    if (known) return known
    await observer.onStage('chunking')
    const chunks = await cutChunks(await content.readDocument(), index, signal)
    if (chunks.length === 0) throw new AppError('FILE_NO_TEXT')
    const { sourceVersionId, title } = content
    const target = { indexVersionId: index.id, sourceVersionId }
    const written = await writePrepared(
      sourceVersionId,
      observer,
      (edits) => prepareContent(title, applyEdits(chunks, edits), signal),
      async (client, indexable) => ({
        id: await writeIndexedSource(client, target, indexable),
        chunkCount: indexable.chunks.length,
        title,
      }),
    )
    await observer.onCheckpoint()
    return written
  }

  /** Indexes the chunks of a content under the source's new title. Each is found by one of both until all are. */
  async function retitle(index: TargetIndex, id: number, content: Content, observer: BuildObserver, signal: AbortSignal) {
    const { title, tenantId, sourceVersionId } = content
    const key = { indexVersionId: index.id, indexedSourceId: id }
    await chunkEmbedder.embedRetitled(index, { key, title, tenantId }, observer, signal)
    await writePrepared(
      sourceVersionId,
      observer,
      async () => prepareContent(title, await findStoredChunks(pool, id), signal),
      (client, indexable) => writeTitle(client, { indexVersionId: index.id, id }, indexable),
    )
  }

  /** Prepares a content and writes it in one transaction; again from the beginning when an edit was made meanwhile, so that none is missed. */
  async function writePrepared<Prepared, Written>(
    sourceVersionId: string,
    { assertClaim }: BuildObserver,
    prepare: (edits: readonly StoredEdit[]) => Promise<Prepared>,
    write: (client: PoolClient, prepared: Prepared) => Promise<Written>,
  ): Promise<Written> {
    for (;;) {
      const edits = await findEdits(pool, sourceVersionId)
      const prepared = await prepare(edits)
      const result = await inTransaction(pool, async (client) => {
        await assertClaim(client)
        if (!isDeepStrictEqual(await lockEdits(client, sourceVersionId), edits)) return null
        return { written: await write(client, prepared) }
      })
      if (result) return result.written
    }
  }

  return {
    /** Throws `FILE_NO_TEXT` when the content has no chunk, else as the observer and the embedder do. */
    async build(index: TargetIndex, content: Content, observer: BuildObserver, signal: AbortSignal): Promise<void> {
      const { id: indexedSourceId, chunkCount, title: indexedTitle } = await ensureChunks(index, content, observer, signal)
      observer.onChunks(chunkCount)
      if (index.embeddingModel !== null) await observer.onStage('embedding')
      if (indexedTitle !== content.title) await retitle(index, indexedSourceId, content, observer, signal)
      if (index.embeddingModel === null) return
      const { title, tenantId } = content
      await chunkEmbedder.embedMissing(index, { key: { indexVersionId: index.id, indexedSourceId }, title, tenantId }, observer, signal)
    },
  }
}
