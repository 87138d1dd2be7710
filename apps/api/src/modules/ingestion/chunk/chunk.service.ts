// The chunks of a source. Who calls has the permission `manage_knowledge`, so every collection of the tenant is the caller's to edit. An edit
// is kept with the source, and written into what is searched, and into what is built beside it, in one transaction.
import type { queryChunks, updateChunk } from '@heddle/contracts/ingestion/chunk'
import { limits } from '@heddle/contracts/limits'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Pool } from 'pg'
import type { z } from 'zod'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import type { AuditService } from '../../audit/audit.service.ts'
import { editChunk, emptyChunk, placeEdits, type StoredEdit } from '../build/apply-edits.ts'
import type { ChunkEmbedder } from '../build/chunk-embedder.ts'
import { toIndexedText } from '../build/cut-chunks.ts'
import { createIngestionMeter } from '../job/ingest-usage.ts'
import { findSearchedIndex } from '../build/target-index.sql.ts'
import { toSourceTarget } from '../../collection/source/source.audit.ts'
import type { SourceRow } from '../../collection/source/source.repository.ts'
import type { SourceService } from '../../collection/source/source.service.ts'
import { presentChunk } from './chunk.presenter.ts'
import type { ChunkRepository, ChunkRow, SearchedContent, ChunkRecord } from './chunk.repository.ts'
import type { ParsedPageService } from './parsed-page.service.ts'
import { appendChunk, type VersionedChunkKey, lockSource, removeChunk, rewriteChunk } from './rewrite-chunk.sql.ts'

type ChunkDependencies = {
  readonly db: PrismaClient
  readonly pool: Pool
  readonly rows: ChunkRepository
  readonly sources: SourceService
  readonly parsedPages: ParsedPageService
  readonly chunkEmbedder: ChunkEmbedder
  readonly audit: AuditService
}

type ChunkList = z.output<typeof queryChunks.schema.body>
type ChunkUpdate = z.output<typeof updateChunk.schema.body>

/** An administrator waits for the vector of an edited text so long. */
const maxEmbeddingMs = 15_000

type OpenEdit = Omit<StoredEdit, 'id'> & { readonly id: string | null }
type EditedSource = { readonly tx: Queryable; readonly source: SourceRow; readonly searched: SearchedContent }

/** The vector that a text has in an index. */
type EmbeddedText = { readonly indexVersionId: number; readonly vector: Float32Array | null }

export type ChunkService = ReturnType<typeof createChunkService>

export function createChunkService({ db, pool, rows, sources, parsedPages, chunkEmbedder, audit }: ChunkDependencies) {
  async function getSearched(sourceId: string, on?: Queryable): Promise<SearchedContent> {
    const searched = await rows.findSearched(sourceId, on)
    if (!searched) throw new AppError('SOURCE_NOT_INDEXED')
    return searched
  }

  async function getChunk(content: SearchedContent | null, id: string, on?: Queryable): Promise<ChunkRow> {
    const chunk = content && (await rows.find(content.id, id, on))
    if (!chunk) throw new AppError('CHUNK_NOT_FOUND')
    return chunk
  }

  async function embed(actor: Actor, source: SourceRow, text: string, signal: AbortSignal): Promise<EmbeddedText> {
    const { tenantId, id: createdById } = actor
    const index = await findSearchedIndex(pool, source.collectionId)
    if (!index) throw new AppError('COLLECTION_NOT_FOUND')
    const deadline = AbortSignal.timeout(maxEmbeddingMs)
    try {
      const embedded = await chunkEmbedder.embedText(index, { text, tenantId }, AbortSignal.any([signal, deadline]))
      if (!embedded) return { indexVersionId: index.id, vector: null }
      const { groupId } = await db.collection.findUniqueOrThrow({ where: { id: source.collectionId } })
      const meter = createIngestionMeter(pool, { tenantId, groupId, createdById })
      await meter.add(embedded.used)
      await meter.record('completed')
      return { indexVersionId: index.id, vector: embedded.vector }
    } catch (error) {
      if (deadline.aborted && !signal.aborted) throw new AppError('EMBEDDING_UNAVAILABLE', { cause: error })
      throw error
    }
  }

  /** Writes an edit into the contents that are built beside the searched one; `before` is the edit as it was. */
  async function editOthers(
    { tx, source, searched }: EditedSource,
    edit: StoredEdit,
    before: StoredEdit | null,
    vector: Float32Array | null,
  ) {
    for (const { id, indexVersionId } of await rows.findContents(tx, source.id)) {
      if (id === searched.id) continue
      const chunks = await rows.findAll(tx, id)
      const known = chunks.find(({ editId }) => editId === edit.id)
      const number = known?.number ?? (await findNumber(tx, id, chunks, edit))
      if (number === null) continue
      const own = chunks[number]?.text ?? ''
      const text = edit.text ?? (known && before?.text !== null ? edit.originalText : own)
      const written = editChunk(chunks[number] ?? emptyChunk, { ...edit, text: text === own ? null : text })
      const key = { indexVersionId, indexedSourceId: id, number }
      await rewriteChunk(tx, key, source.title, written, indexVersionId === searched.indexVersionId ? vector : null)
    }
  }

  /** Returns the number of the chunk that an edit is for, which is added for one of own words. */
  async function findNumber(tx: Queryable, indexedSourceId: number, chunks: readonly ChunkRecord[], edit: StoredEdit) {
    if (edit.originalText === null) return (await appendChunk(tx, indexedSourceId)).number
    const texts = chunks.map(({ text, editId }) => (editId === null ? text : ''))
    return placeEdits(texts, [edit]).keys().next().value ?? null
  }

  async function saveEdit(tx: Queryable, actor: Actor, { id: sourceId }: SourceRow, { id, ...edit }: OpenEdit) {
    const columns = { ...edit, sourceId, editedById: actor.id }
    return id === null ? tx.chunkEdit.create({ data: columns }) : tx.chunkEdit.update({ where: { id }, data: columns })
  }

  return {
    async queryChunks(actor: Actor, collectionId: string, sourceId: string, { from = 1, chunk_id, size = limits.chatPageSize }: ChunkList) {
      await sources.getSource(actor, collectionId, sourceId)
      const searched = await rows.findSearched(sourceId)
      if (!searched) return { chunks: [], total: 0, lostEdits: [] }
      const wanted = chunk_id === undefined ? null : await rows.find(searched.id, chunk_id)
      const first = wanted ? wanted.number - (wanted.number % size) : from - 1
      const [chunks, lostEdits] = await Promise.all([rows.findFrom(searched.id, first, size), rows.findLostEdits(sourceId, searched.id)])
      return { chunks, total: searched.chunkCount, lostEdits }
    },

    /** Returns a page of the document that a source's chunks were cut from, and those on it; of a page beyond the last one, the last. */
    async getSourcePage(actor: Actor, collectionId: string, sourceId: string, page: number) {
      await sources.getSource(actor, collectionId, sourceId)
      const searched = await getSearched(sourceId)
      const { parsedKey } = searched.sourceVersion
      if (parsedKey === null) throw new AppError('SOURCE_NOT_INDEXED')
      const parsed = await parsedPages.readPage(parsedKey, page)
      return { page: parsed, chunks: await rows.findOnPage(searched.id, parsed.index + 1) }
    },

    async createChunk(actor: Actor, collectionId: string, sourceId: string, text: string, signal: AbortSignal): Promise<ChunkRow> {
      for (;;) {
        const source = await sources.getSource(actor, collectionId, sourceId)
        await getSearched(sourceId)
        const embedded = await embed(actor, source, toIndexedText(source.title, { text, headingPath: [] }), signal)
        const created = await db.$transaction(async (tx) => {
          await lockSource(tx, sourceId)
          const searched = await getSearched(sourceId, tx)
          if (searched.indexVersionId !== embedded.indexVersionId) return null
          const edit = await saveEdit(tx, actor, source, { id: null, originalText: null, text, enabled: true })
          const { id, number } = await appendChunk(tx, searched.id)
          await rewriteChunk(tx, toKey(searched, number), source.title, editChunk(emptyChunk, edit), embedded.vector)
          await editOthers({ tx, source, searched }, edit, null, embedded.vector)
          await audit.record(tx, actor, { action: 'createChunk', target: toSourceTarget(source), after: { text } })
          return getChunk(searched, id, tx)
        })
        if (created) return created
      }
    },

    async updateChunk(
      actor: Actor,
      collectionId: string,
      sourceId: string,
      id: string,
      { chunk: change, seen_text: seenText }: ChunkUpdate,
      signal: AbortSignal,
    ): Promise<ChunkRow> {
      for (;;) {
        const source = await sources.getSource(actor, collectionId, sourceId)
        const seen = await getChunk(await rows.findSearched(sourceId), id)
        if (seenText !== undefined && seenText !== seen.text)
          throw new AppError('REVISION_MISMATCH', { params: { current: presentChunk(seen) } })
        const text = change.text ?? seen.text
        const { headingPath } = seen
        const embedded = text === seen.text ? null : await embed(actor, source, toIndexedText(source.title, { text, headingPath }), signal)
        const updated = await db.$transaction(async (tx) => {
          await lockSource(tx, sourceId)
          const searched = await getSearched(sourceId, tx)
          const before = await getChunk(searched, id, tx)
          if (before.text !== seen.text || (embedded && embedded.indexVersionId !== searched.indexVersionId)) return null
          const { edit: known } = before
          const originalText = known ? known.originalText : before.text
          const own = { originalText, text: text === originalText ? null : text, enabled: change.enabled ?? before.enabled }
          const isOriginal = own.text === null && own.enabled
          if (isOriginal && !known) return before
          const edit = await saveEdit(tx, actor, source, { id: known?.id ?? null, ...own })
          const written = editChunk(before, { ...edit, text: embedded ? text : null })
          if (embedded) await rewriteChunk(tx, toKey(searched, before.number), source.title, written, embedded.vector)
          else await tx.chunk.update({ where: { id }, data: { enabled: own.enabled, editId: edit.id } })
          await editOthers({ tx, source, searched }, edit, known, embedded?.vector ?? null)
          if (isOriginal) await rows.forgetEdit(tx, source.id, edit.id)
          await audit.record(tx, actor, {
            action: 'updateChunk',
            target: toSourceTarget(source),
            before: { text: before.text, enabled: before.enabled },
            after: { text, enabled: own.enabled },
          })
          return getChunk(searched, id, tx)
        })
        if (updated) return updated
      }
    },

    /** Deletes a chunk that was added. */
    async deleteChunk(actor: Actor, collectionId: string, sourceId: string, id: string): Promise<void> {
      const source = await sources.getSource(actor, collectionId, sourceId)
      await db.$transaction(async (tx) => {
        await lockSource(tx, sourceId)
        const searched = await rows.findSearched(sourceId, tx)
        const { edit, text, enabled } = await getChunk(searched, id, tx)
        if (edit?.originalText !== null) throw new AppError('BAD_REQUEST', { params: { fields: [notAdded] } })
        for (const content of await rows.findContents(tx, sourceId)) {
          const own = await rows.findEdited(tx, content.id, edit.id)
          if (own) await removeChunk(tx, toKey(content, own.number), source.title)
        }
        await rows.forgetEdit(tx, sourceId, edit.id)
        await audit.record(tx, actor, { action: 'deleteChunk', target: toSourceTarget(source), before: { text, enabled } })
      })
    },

    async discardChunkEdit(actor: Actor, collectionId: string, sourceId: string, id: string): Promise<void> {
      const source = await sources.getSource(actor, collectionId, sourceId)
      await db.$transaction(async (tx) => {
        await lockSource(tx, sourceId)
        const searched = await rows.findSearched(sourceId, tx)
        const [edit] = searched ? await rows.findLostEdits(sourceId, searched.id, id, tx) : []
        if (!edit) throw new AppError('CHUNK_NOT_FOUND')
        await rows.forgetEdit(tx, sourceId, edit.id)
        const { text, enabled } = edit
        await audit.record(tx, actor, { action: 'discardChunkEdit', target: toSourceTarget(source), before: { text, enabled } })
      })
    },
  }
}

const notAdded = { path: 'params/chunkId', message: 'Not an added chunk' }

const toKey = ({ id, indexVersionId }: Pick<SearchedContent, 'id' | 'indexVersionId'>, number: number): VersionedChunkKey => ({
  indexVersionId,
  indexedSourceId: id,
  number,
})
