// Collections of the institute's documents, and how they are searched.
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { ErrorDetail } from '../errors.ts'
import { limits } from '../limits.ts'
import { schemaIds } from '../schema-ids.ts'
import {
  Count,
  Id,
  IdParams,
  Line,
  LocalizedName,
  LocalizedText,
  LocalizedTextInput,
  PageInfo,
  PageQuery,
  Success,
  Timestamp,
} from '../wire.ts'

/** `workflow`: found by all who may use the assistant; `members`: only by members of the collection's group. */
export const CollectionAccess = z.enum(['workflow', 'members'])
export type CollectionAccess = z.infer<typeof CollectionAccess>
schemaIds.add(CollectionAccess, { id: 'CollectionAccess' })

/**
 * The first one that holds. `reindexing`: searched as before, while an index with other settings is built. `indexing`: sources are on their
 * way. `degraded`: some sources have failed. `empty`: nothing is indexed. `ready`: all of it is.
 */
export const CollectionState = z.enum(['empty', 'indexing', 'ready', 'degraded', 'reindexing'])
export type CollectionState = z.infer<typeof CollectionState>
schemaIds.add(CollectionState, { id: 'CollectionState' })

export const SourceState = z.enum(['queued', 'parsing', 'chunking', 'embedding', 'indexed', 'failed', 'cancelled'])
export type SourceState = z.infer<typeof SourceState>
schemaIds.add(SourceState, { id: 'SourceState' })

export const ModelName = Line.min(1).max(limits.nameCharacters)

/** `structure`: by headings and paragraphs, tables whole; `fixed`: parts of one length. */
export const ChunkStrategy = z.enum(['structure', 'fixed'])
export type ChunkStrategy = z.infer<typeof ChunkStrategy>

/** How the text is cut and made findable. A change builds another index beside the one that is searched. */
export const IndexSettings = z.object({
  chunk_strategy: ChunkStrategy,
  /** Maximum tokens of a chunk, and how many of them repeat the end of the one before. */
  chunk_tokens: z.int().min(limits.chunkTokens.min).max(limits.chunkTokens.max),
  overlap_tokens: z.int().min(0).max(limits.overlapTokens),
  /** The name of an embedding model; null searches words only. */
  embedding_model: ModelName.nullable(),
})
export type IndexSettings = z.infer<typeof IndexSettings>

export const defaultIndexSettings: IndexSettings = {
  chunk_strategy: 'structure',
  chunk_tokens: 400,
  overlap_tokens: 0,
  embedding_model: null,
}

/** An index that is built beside the one that is searched. */
export const Reindex = z.object({
  index: IndexSettings,
  /** Searched sources that it has, and all of them. */
  sources: z.object({ done: Count, total: Count }),
  /** Why it could not be built or, of a collection in the state `reindexing`, what the last attempt failed by; another one follows. */
  failure: ErrorDetail.nullable(),
})
export type Reindex = z.infer<typeof Reindex>
schemaIds.add(Reindex, { id: 'Reindex' })

/** A collection in a list. */
export const CollectionItem = z.object({
  id: Id,
  name: LocalizedText,
  description: LocalizedText,
  group: z.object({ id: Id, name: LocalizedText }),
  access: CollectionAccess,
  state: CollectionState,
  is_paused: z.boolean(),
  /** By state; a state without sources is left out. */
  sources: z.partialRecord(SourceState, Count),
  chunk_count: Count,
  /** Bytes of the originals. */
  size: z.int().min(0),
  updated_at: Timestamp,
})
export type CollectionItem = z.infer<typeof CollectionItem>
schemaIds.add(CollectionItem, { id: 'CollectionItem' })

export const Collection = CollectionItem.extend({
  /** Shown with every citation. */
  copyright: LocalizedText,
  /** Whether a reader of a citation may open the original. */
  allows_preview: z.boolean(),
  /** Whether scanned pages and images are recognized, where the site has the data of languages (`OCR_DATA_DIR`). */
  ocr: z.boolean(),
  /** The name of the model that orders what was found; null keeps the order of the fusion. */
  rerank_model: ModelName.nullable(),
  /** Those of the index that is searched. */
  index: IndexSettings,
  /** The index that is being built beside, or could not be built; null when there is none. */
  reindex: Reindex.nullable(),
  revision: z.int(),
  created_at: Timestamp,
})
export type Collection = z.infer<typeof Collection>
schemaIds.add(Collection, { id: 'Collection' })

const Settings = {
  name: LocalizedName,
  description: LocalizedTextInput.optional(),
  copyright: LocalizedTextInput.optional(),
  group_id: Id,
  access: CollectionAccess.optional(),
  allows_preview: z.boolean().optional(),
  ocr: z.boolean().optional(),
  rerank_model: ModelName.nullable().optional(),
}

/** A workflow whose draft or latest version searches the collection. */
export const CollectionUser = z.object({ id: Id, name: LocalizedText })
export type CollectionUser = z.infer<typeof CollectionUser>
schemaIds.add(CollectionUser, { id: 'CollectionUser' })

const CollectionResponse = z.object({ collection: Collection })

export const queryCollections = {
  method: 'POST',
  url: '/api/v1/knowledge/collection/query',
  schema: {
    summary: 'The collections of the tenant, the latest first',
    body: PageQuery.extend({ keyword: Line.max(200).optional(), group_id: Id.optional() }),
    response: { 200: PageInfo.extend({ collections: z.array(CollectionItem) }) },
  },
  config: { policy: 'manage_knowledge' },
} as const satisfies Endpoint

export const createCollection = {
  method: 'POST',
  url: '/api/v1/knowledge/collection',
  schema: {
    summary: 'Create a collection without sources',
    body: z.strictObject({ collection: z.strictObject({ ...Settings, ...IndexSettings.partial().shape }) }),
    response: { 200: CollectionResponse },
  },
  config: { policy: 'manage_knowledge', audited: true, errors: ['AUTH_GROUP_NOT_FOUND', 'MODEL_NOT_FOUND', 'COLLECTION_TOO_MANY'] },
} as const satisfies Endpoint

export const getCollection = {
  method: 'GET',
  url: '/api/v1/knowledge/collection/:id',
  schema: {
    summary: 'One collection, with the workflows that search it',
    params: IdParams,
    response: { 200: CollectionResponse.extend({ workflows: z.array(CollectionUser) }) },
  },
  config: { policy: 'manage_knowledge', errors: ['COLLECTION_NOT_FOUND'] },
} as const satisfies Endpoint

export const updateCollection = {
  method: 'PUT',
  url: '/api/v1/knowledge/collection/:id',
  schema: {
    summary: 'Change a collection, or pause its ingestion; what is not named stays, and the index is changed by a re-index',
    params: IdParams,
    body: z.strictObject({ revision: z.int(), collection: z.strictObject({ ...Settings, is_paused: z.boolean() }).partial() }),
    response: { 200: CollectionResponse },
  },
  config: {
    policy: 'manage_knowledge',
    audited: true,
    errors: ['COLLECTION_NOT_FOUND', 'AUTH_GROUP_NOT_FOUND', 'MODEL_NOT_FOUND', 'REVISION_MISMATCH'],
  },
} as const satisfies Endpoint

export const deleteCollection = {
  method: 'DELETE',
  url: '/api/v1/knowledge/collection/:id',
  schema: {
    summary: 'Delete a collection with its sources, originals and vectors; refused with a list while workflows use it',
    params: IdParams,
    response: { 200: Success },
  },
  config: { policy: 'manage_knowledge', audited: true, errors: ['COLLECTION_NOT_FOUND', 'COLLECTION_IN_USE'] },
} as const satisfies Endpoint

export const reindexCollection = {
  method: 'POST',
  url: '/api/v1/knowledge/collection/:id/reindex',
  schema: {
    summary: 'Build an index with these settings beside the one that is searched, and switch to it when it is whole',
    params: IdParams,
    body: z.strictObject({ index: z.strictObject(IndexSettings.shape).partial() }),
    response: { 200: CollectionResponse },
  },
  config: { policy: 'manage_knowledge', audited: true, errors: ['COLLECTION_NOT_FOUND', 'MODEL_NOT_FOUND', 'COLLECTION_IS_REINDEXING'] },
} as const satisfies Endpoint

export const abandonReindex = {
  method: 'DELETE',
  url: '/api/v1/knowledge/collection/:id/reindex',
  schema: {
    summary: 'Drop the index that is being built, or could not be; the one that is searched stays',
    params: IdParams,
    response: { 200: CollectionResponse },
  },
  config: { policy: 'manage_knowledge', audited: true, errors: ['COLLECTION_NOT_FOUND'] },
} as const satisfies Endpoint
