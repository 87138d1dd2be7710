import type { Collection, CollectionItem, IndexSettings } from '@heddle/contracts/knowledge/collection'
import { presentText, presentTime } from '../../../http/presenting.ts'
import type { CollectionRow, CollectionView } from './collection.repository.ts'
import { readCollectionState } from './collection.rules.ts'

export function presentCollectionItem({ collection, totals }: CollectionView): CollectionItem {
  return {
    id: collection.id,
    name: presentText(collection.name),
    description: presentText(collection.description),
    group: { id: collection.group.id, name: presentText(collection.group.name) },
    access: collection.access,
    state: readCollectionState(totals),
    is_paused: collection.isPaused,
    sources: totals.sources,
    chunk_count: totals.chunkCount,
    size: Number(totals.size),
    updated_at: presentTime(collection.updatedAt),
  }
}

/** A collection has an index from its creation on. */
export function presentIndexSettings({ activeIndex }: CollectionRow): IndexSettings {
  if (!activeIndex) throw new Error('The collection has no index')
  const { chunkStrategy, chunkTokens, overlapTokens, embeddingModel } = activeIndex
  return { chunk_strategy: chunkStrategy, chunk_tokens: chunkTokens, overlap_tokens: overlapTokens, embedding_model: embeddingModel }
}

export const presentCollection = (view: CollectionView): Collection => ({
  ...presentCollectionItem(view),
  copyright: presentText(view.collection.copyright),
  allows_preview: view.collection.allowsPreview,
  rerank_model: view.collection.rerankModel,
  index: presentIndexSettings(view.collection),
  revision: view.collection.revision,
  created_at: presentTime(view.collection.createdAt),
})
