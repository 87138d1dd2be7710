import { ErrorDetail } from '@heddle/contracts/errors'
import type { Collection, CollectionItem, CollectionUser, IndexSettings, Reindex } from '@heddle/contracts/collection/collection'
import { presentText, presentTime } from '../../platform/http/presenting.ts'
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
export function presentIndexSettings(index: CollectionRow['activeIndex']): IndexSettings {
  if (!index) throw new Error('The collection has no index')
  const { chunkStrategy, chunkTokens, overlapTokens, embeddingModel } = index
  return { chunk_strategy: chunkStrategy, chunk_tokens: chunkTokens, overlap_tokens: overlapTokens, embedding_model: embeddingModel }
}

function presentReindex({ collection: { indexes }, totals }: CollectionView): Reindex | null {
  const [index] = indexes
  if (!index) return null
  return {
    index: presentIndexSettings(index),
    sources: { done: totals.reindexed, total: totals.searched },
    failure: index.failure === null ? null : ErrorDetail.parse(index.failure),
  }
}

export const presentCollectionUser = ({ id, name }: { readonly id: string; readonly name: unknown }): CollectionUser => ({
  id,
  name: presentText(name),
})

export const presentCollection = (view: CollectionView): Collection => ({
  ...presentCollectionItem(view),
  copyright: presentText(view.collection.copyright),
  allows_preview: view.collection.allowsPreview,
  ocr: view.collection.ocr,
  rerank_model: view.collection.rerankModel,
  index: presentIndexSettings(view.collection.activeIndex),
  reindex: presentReindex(view),
  revision: view.collection.revision,
  created_at: presentTime(view.collection.createdAt),
})
