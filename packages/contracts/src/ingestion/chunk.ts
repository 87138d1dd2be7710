// The chunks of a source: what a search finds, where it stands in the original, and what an administrator may correct.
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { schemaIds } from '../schema-ids.ts'
import { Count, Id, noNul, QueryCount, Success } from '../wire.ts'
import { SourceParams } from '../collection/source.ts'
import { ChunkSpan } from '../document/chunk-span.ts'

/** A box on a page of a PDF, in points from the lower left corner of the unrotated page. */
export const PageBox = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
export type PageBox = z.infer<typeof PageBox>
schemaIds.add(PageBox, { id: 'PageBox' })

/** Characters `from` to `to` (excluded) of the text of a page. */
export const TextRange = z.object({ from: z.int(), to: z.int() })
export type TextRange = z.infer<typeof TextRange>
schemaIds.add(TextRange, { id: 'TextRange' })

/** From 1, in an address. */
export const PageNumber = z.coerce.number<number>().int().min(1).max(1_000_000)

export const Chunk = z.object({
  id: Id,
  /** From 1, in the order of the text; those that were added come last. */
  number: z.int(),
  text: z.string(),
  /** The text as it was cut; null where it is not edited, or was added. */
  original_text: z.string().nullable(),
  heading_path: z.array(z.string()),
  /** Null where the original has no pages. */
  page: z.int().nullable(),
  page_to: z.int().nullable(),
  /** Empty for a chunk that was added. */
  spans: z.array(ChunkSpan),
  token_count: Count,
  enabled: z.boolean(),
  /** Whether its text is not the one of the original. */
  is_edited: z.boolean(),
})
export type Chunk = z.infer<typeof Chunk>
schemaIds.add(Chunk, { id: 'Chunk' })

/** An edit of a text that the searched content has no more. */
export const LostEdit = z.object({ id: Id, original_text: z.string(), text: z.string().nullable(), enabled: z.boolean() })
export type LostEdit = z.infer<typeof LostEdit>
schemaIds.add(LostEdit, { id: 'LostEdit' })

/** Where a chunk stands on a page. */
export const ChunkPosition = z.object({
  chunk_id: Id,
  number: z.int(),
  enabled: z.boolean(),
  /** In the text of the page. */
  ranges: z.array(TextRange),
  /** Empty where the original is no PDF. */
  boxes: z.array(PageBox),
})
export type ChunkPosition = z.infer<typeof ChunkPosition>
schemaIds.add(ChunkPosition, { id: 'ChunkPlace' })

/** A page of a source as it was read; of a long one a part. */
export const SourcePage = z.object({
  /** From 1; a text without pages is one. */
  number: z.int(),
  page_count: z.int(),
  label: z.string().nullable(),
  verdict: z.enum(['text', 'empty', 'garbled', 'scanned']),
  text: z.string(),
  /** The first character of `text` in the page, and how many the page has. */
  from: z.int(),
  length: z.int(),
  places: z.array(ChunkPosition),
})
export type SourcePage = z.infer<typeof SourcePage>
schemaIds.add(SourcePage, { id: 'SourcePage' })

const ChunkParams = SourceParams.extend({ chunkId: Id })
export const ChunkText = z.string().trim().min(1).max(limits.chunkCharacters).regex(noNul, 'NUL is not allowed')
const ChunkResponse = z.object({ chunk: Chunk })
const sourceErrors = ['COLLECTION_NOT_FOUND', 'SOURCE_NOT_FOUND'] as const
const embeddingErrors = ['EMBEDDING_UNAVAILABLE', 'EMBEDDING_INVALID', 'EMBEDDING_MODEL_CHANGED', 'MODEL_NOT_FOUND'] as const

export const queryChunks = {
  method: 'POST',
  url: '/api/v1/knowledge/collection/:id/source/:sourceId/chunk/query',
  schema: {
    summary: 'The chunks of a source in the order of its text, and the edits that lost their place',
    params: SourceParams,
    body: z.strictObject({
      /** The number of the first one. */
      from: z.int32().min(1).optional(),
      /** In place of `from`: one of the chunks that are wanted. */
      chunk_id: Id.optional(),
      size: z.int().min(1).max(limits.maxPageSize).optional(),
    }),
    response: {
      200: z.object({
        chunks: z.array(Chunk),
        total: Count,
        /** The oldest ones first, as many as a page has at most: the next ones follow when these are discarded. */
        lost_edits: z.array(LostEdit).max(limits.maxPageSize),
      }),
    },
  },
  config: { policy: 'manage_knowledge', errors: sourceErrors },
} as const satisfies Endpoint

export const getSourcePage = {
  method: 'GET',
  url: '/api/v1/knowledge/collection/:id/source/:sourceId/page/:page',
  schema: {
    summary: 'A page of a source as it was read, with the places of its chunks',
    params: SourceParams.extend({ page: PageNumber }),
    /** A character that the part of the page has. */
    querystring: z.strictObject({ at: QueryCount.optional() }),
    response: { 200: z.object({ page: SourcePage }) },
  },
  config: { policy: 'manage_knowledge', errors: [...sourceErrors, 'SOURCE_NOT_INDEXED', 'FILE_STORE_UNAVAILABLE'] },
} as const satisfies Endpoint

export const createChunk = {
  method: 'POST',
  url: '/api/v1/knowledge/collection/:id/source/:sourceId/chunk',
  schema: {
    summary: 'Add a chunk that the original does not have; it stays when the source is indexed again',
    params: SourceParams,
    body: z.strictObject({ chunk: z.strictObject({ text: ChunkText }) }),
    response: { 200: ChunkResponse },
  },
  config: { policy: 'manage_knowledge', audited: true, errors: [...sourceErrors, 'SOURCE_NOT_INDEXED', ...embeddingErrors] },
} as const satisfies Endpoint

export const updateChunk = {
  method: 'PUT',
  url: '/api/v1/knowledge/collection/:id/source/:sourceId/chunk/:chunkId',
  schema: {
    summary: 'Edit a chunk, or take it out of the search; it stays so when the source is indexed again',
    params: ChunkParams,
    body: z.strictObject({
      chunk: z.strictObject({ text: ChunkText, enabled: z.boolean() }).partial(),
      /** The text that the caller has seen: a chunk that has another one by now is not changed. */
      seen_text: z.string().max(limits.pastedTextCharacters).optional(),
    }),
    response: { 200: ChunkResponse },
  },
  config: {
    policy: 'manage_knowledge',
    audited: true,
    errors: [...sourceErrors, 'CHUNK_NOT_FOUND', 'REVISION_MISMATCH', ...embeddingErrors],
  },
} as const satisfies Endpoint

export const deleteChunk = {
  method: 'DELETE',
  url: '/api/v1/knowledge/collection/:id/source/:sourceId/chunk/:chunkId',
  schema: {
    summary: 'Delete a chunk that was added; one that the original has is taken out of the search instead',
    params: ChunkParams,
    response: { 200: Success },
  },
  config: { policy: 'manage_knowledge', audited: true, errors: [...sourceErrors, 'CHUNK_NOT_FOUND'] },
} as const satisfies Endpoint

export const discardChunkEdit = {
  method: 'DELETE',
  url: '/api/v1/knowledge/collection/:id/source/:sourceId/chunk_edit/:editId',
  schema: {
    summary: 'Forget an edit that lost its place',
    params: SourceParams.extend({ editId: Id }),
    response: { 200: Success },
  },
  config: { policy: 'manage_knowledge', audited: true, errors: [...sourceErrors, 'CHUNK_NOT_FOUND'] },
} as const satisfies Endpoint
