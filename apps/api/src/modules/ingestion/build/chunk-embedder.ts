// Gives the chunks of an indexed source their vectors: those that are known of the same text, and the rest by the model of the index.
import type { UsedCall } from '@heddle/workflow/model/ports'
import { hash } from 'node:crypto'
import type { Pool } from 'pg'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Embedder, EmbeddingSettings } from '../../../platform/inference/embedding/embedder.ts'
import { computeFingerprint, countDimensions, isSameFingerprint } from '../../../platform/inference/embedding/fingerprint.ts'
import { toIndexedText } from './cut-chunks.ts'
import { findStoredChunks } from './indexed-source.sql.ts'
import { findComparableIndexes, freezeEmbedding, type TargetIndex } from './target-index.sql.ts'
import {
  countVectors,
  findChunksWithoutVector,
  findKnownVectors,
  type IndexedKey,
  lockCurrentTexts,
  replaceVectors,
  type TextVector,
  writeVectors,
} from './vectors.sql.ts'

/** Chunks between two checkpoints. */
const chunksPerBatch = 64
const knownPerBatch = 500
/** How long the model of an index is taken to be the one that it was. */
const fingerprintMs = 10 * 60_000

export type EmbeddingObserver = {
  readonly onVectors: (count: number) => void
  readonly onUsage: (used: UsedCall) => Promise<void>
  /** Something was written that the next attempt does not repeat. */
  readonly onCheckpoint: () => Promise<void>
}

type EmbeddedContent = { readonly key: IndexedKey; readonly title: string; readonly tenantId: string }

type FrozenEmbedding = { readonly modelName: string; readonly settings: EmbeddingSettings }

export type ChunkEmbedder = ReturnType<typeof createChunkEmbedder>

export function createChunkEmbedder({ pool, embedder }: { readonly pool: Pool; readonly embedder: Embedder }) {
  /** By index, when its model was last seen to be the same. */
  const checkedAt = new Map<number, number>()

  /** Returns what the vectors of an index are made with: frozen by the first. Throws `EMBEDDING_MODEL_CHANGED`. */
  async function prepareModel(index: TargetIndex, tenantId: string, signal: AbortSignal): Promise<FrozenEmbedding | null> {
    const { embeddingModel: modelName, fingerprint } = index
    if (modelName === null) return null
    if (fingerprint === null) {
      const described = await embedder.describe(tenantId, modelName)
      const first = await computeFingerprint(embedder, { tenantId, modelName, settings: described }, signal)
      const settings = await freezeEmbedding(pool, index.id, { ...described, dimension: countDimensions(first) }, first)
      checkedAt.set(index.id, performance.now())
      return settings && { modelName, settings }
    }
    const { dimension, queryPrefix, passagePrefix } = index
    const settings = { dimension, queryPrefix, passagePrefix }
    if (performance.now() - (checkedAt.get(index.id) ?? Number.NEGATIVE_INFINITY) > fingerprintMs) {
      const current = await computeFingerprint(embedder, { tenantId, modelName, settings }, signal)
      if (!isSameFingerprint(fingerprint, current)) throw new AppError('EMBEDDING_MODEL_CHANGED', { params: { model: modelName } })
      checkedAt.set(index.id, performance.now())
    }
    return { modelName, settings }
  }

  /** Writes the vectors of texts that were not edited meanwhile; returns how many. */
  const write = (key: IndexedKey, vectors: readonly TextVector[]) =>
    inTransaction(pool, async (client) => {
      const current = await lockCurrentTexts(client, key, vectors)
      await writeVectors(client, key, current)
      return current.length
    })

  async function copyKnown(key: IndexedKey, signal: AbortSignal) {
    const indexIds = await findComparableIndexes(pool, key.indexVersionId)
    for (;;) {
      signal.throwIfAborted()
      const known = await findKnownVectors(pool, key, indexIds, knownPerBatch)
      if (known.length === 0) return
      await write(key, known)
    }
  }

  return {
    /** Returns the vector that a chunk with this indexed text has in an index; null for an index of words. Throws as the embedder does. */
    async embedText(index: TargetIndex, { text, tenantId }: { readonly text: string; readonly tenantId: string }, signal: AbortSignal) {
      const model = await prepareModel(index, tenantId, signal)
      if (!model) return null
      const { vectors, ...used } = await embedder.embed({ tenantId, ...model, texts: [text], purpose: 'passage' }, signal)
      const [vector] = vectors
      return vector ? { vector, used } : null
    },

    /** Gives the chunks that were embedded under another title the vectors of this one, batch by batch. Throws as `embedMissing`. */
    async embedRetitled(index: TargetIndex, { key, title, tenantId }: EmbeddedContent, observer: EmbeddingObserver, signal: AbortSignal) {
      const model = await prepareModel(index, tenantId, signal)
      if (!model) return
      for (let from = 0; ; from += chunksPerBatch) {
        const chunks = await findStoredChunks(pool, key.indexedSourceId, { from, max: chunksPerBatch })
        if (chunks.length === 0) return
        const stale = chunks
          .map((chunk) => ({ ...chunk, indexedText: toIndexedText(title, chunk) }))
          .map((chunk) => ({ ...chunk, newHash: hash('sha256', chunk.indexedText, 'buffer') }))
          .filter((chunk) => !chunk.newHash.equals(chunk.hash))
        if (stale.length === 0) continue
        const texts = stale.map(({ indexedText }) => indexedText)
        const { vectors, ...used } = await embedder.embed({ tenantId, ...model, texts, purpose: 'passage' }, signal)
        await observer.onUsage(used)
        const renewed = stale.flatMap(({ number, hash: known, newHash }, at) => {
          const vector = vectors[at]
          return vector ? [{ number, hash: known, newHash, vector }] : []
        })
        await inTransaction(pool, (client) => replaceVectors(client, key, renewed))
      }
    },

    /** Writes the vectors that are missing, batch by batch. Throws as the embedder does, and the signal's reason once it is aborted. */
    async embedMissing(index: TargetIndex, { key, title, tenantId }: EmbeddedContent, observer: EmbeddingObserver, signal: AbortSignal) {
      const model = await prepareModel(index, tenantId, signal)
      if (!model) return
      await copyKnown(key, signal)
      let done = await countVectors(pool, key)
      for (;;) {
        observer.onVectors(done)
        const chunks = await findChunksWithoutVector(pool, key, chunksPerBatch)
        if (chunks.length === 0) return
        const texts = chunks.map((chunk) => toIndexedText(title, chunk))
        const request = { tenantId, ...model, texts, purpose: 'passage' } as const
        const { vectors, ...used } = await embedder.embed(request, signal)
        await observer.onUsage(used)
        done += await write(
          key,
          chunks.flatMap(({ number, hash: known }, at) => {
            const vector = vectors[at]
            return vector ? [{ number, hash: known, vector }] : []
          }),
        )
        await observer.onCheckpoint()
      }
    },
  }
}
