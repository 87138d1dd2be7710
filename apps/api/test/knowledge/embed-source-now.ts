// The vectors of a source, as ingestion would have left them: for tests of what searches by them.
import type { Dependencies } from '../../src/platform/dependencies.ts'
import { createChunkEmbedder } from '../../src/modules/ingestion/build/chunk-embedder.ts'
import type { Embedder } from '../../src/platform/inference/embedding/embedder.ts'

const never = new AbortController().signal
const noObserver = { onVectors: () => {}, onUsage: async () => {}, onCheckpoint: async () => {} }

type EmbeddedSource = { readonly source: { readonly title: string }; readonly indexVersionId: number; readonly indexedSourceId: number }

/** Embeds the chunks of an indexed source with the model of its index. */
export async function embedSourceNow(
  { db, pool }: Pick<Dependencies, 'db' | 'pool'>,
  embedder: Embedder,
  { source: { title }, indexVersionId, indexedSourceId }: EmbeddedSource,
) {
  const { fingerprint, ...index } = await db.indexVersion.findUniqueOrThrow({ where: { id: indexVersionId } })
  const { tenantId } = await db.collection.findFirstOrThrow({ where: { indexes: { some: { id: indexVersionId } } } })
  await createChunkEmbedder({ pool, embedder }).embedMissing(
    { ...index, fingerprint: fingerprint && Buffer.from(fingerprint) },
    { key: { indexVersionId, indexedSourceId }, title, tenantId },
    noObserver,
    never,
  )
}
