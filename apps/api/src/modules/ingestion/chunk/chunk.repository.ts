import { limits } from '@heddle/contracts/limits'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { ChunkEdit, Prisma } from '@heddle/db/generated/client'

export type ChunkRecord = Prisma.ChunkGetPayload<object>

/** A chunk with the edit that it was given. */
export type ChunkRow = ChunkRecord & { readonly edit: ChunkEdit | null }
export type LostEditRow = ChunkEdit
export type PlacedChunk = Pick<ChunkRecord, 'id' | 'number' | 'enabled' | 'spans'>

/** A source as it is searched. */
export type SearchedContent = Prisma.IndexedSourceGetPayload<{ include: { sourceVersion: true } }>

export type ChunkRepository = ReturnType<typeof createChunkRepository>

export function createChunkRepository(db: PrismaClient) {
  async function addEdits(chunks: readonly ChunkRecord[], on: Queryable): Promise<ChunkRow[]> {
    const ids = chunks.flatMap(({ editId }) => editId ?? [])
    const edits = ids.length > 0 ? await on.chunkEdit.findMany({ where: { id: { in: ids } } }) : []
    const byId = new Map(edits.map((edit) => [edit.id, edit]))
    return chunks.map((chunk) => ({ ...chunk, edit: (chunk.editId && byId.get(chunk.editId)) || null }))
  }

  return {
    /** The content of a source that is searched; null when none is. */
    findSearched: (sourceId: string, on: Queryable = db): Promise<SearchedContent | null> =>
      on.indexedSource.findFirst({
        where: { sourceVersion: { activeOf: { id: sourceId } }, indexVersion: { activeOf: { isNot: null } } },
        include: { sourceVersion: true },
      }),

    /** Contents of a source that are searched, or may be next. */
    findContents: (tx: Queryable, sourceId: string) =>
      tx.indexedSource.findMany({
        where: { sourceVersion: { sourceId }, indexVersion: { state: { in: ['active', 'building'] } } },
        select: { id: true, indexVersionId: true },
        orderBy: { id: 'asc' },
      }),

    async find(indexedSourceId: number, id: string, on: Queryable = db): Promise<ChunkRow | null> {
      const chunk = await on.chunk.findFirst({ where: { id, indexedSourceId } })
      return (chunk && (await addEdits([chunk], on))[0]) ?? null
    },

    /** The chunk of a content that was given an edit; null when none was. */
    findEdited: (tx: Queryable, indexedSourceId: number, editId: string) =>
      tx.chunk.findFirst({ where: { indexedSourceId, editId }, select: { number: true } }),

    findAll: (tx: Queryable, indexedSourceId: number) => tx.chunk.findMany({ where: { indexedSourceId }, orderBy: { number: 'asc' } }),

    /** Chunks from a number on. */
    async findFrom(indexedSourceId: number, number: number, take: number): Promise<ChunkRow[]> {
      const chunks = await db.chunk.findMany({ where: { indexedSourceId, number: { gte: number } }, orderBy: { number: 'asc' }, take })
      return addEdits(chunks, db)
    },

    /** Chunks that stand on a page. */
    findOnPage: (indexedSourceId: number, page: number): Promise<PlacedChunk[]> =>
      db.$queryRaw`
        SELECT id, number, enabled, spans FROM chunk
        WHERE indexed_source_id = ${indexedSourceId} AND spans @> jsonb_build_array(jsonb_build_object('page', ${page}::int))
        ORDER BY number`,

    /** Edits of a source that no chunk of a content was given, at most as many as a list has; `id` asks for one of them. */
    findLostEdits: (sourceId: string, indexedSourceId: number, id: string | null = null, on: Queryable = db): Promise<LostEditRow[]> =>
      on.$queryRaw`
        SELECT e.id, e.source_id AS "sourceId", e.original_text AS "originalText", e.text, e.enabled, e.edited_by_id AS "editedById",
          e.created_at AS "createdAt", e.updated_at AS "updatedAt"
        FROM chunk_edit e
        WHERE e.source_id = ${sourceId}::uuid AND e.original_text IS NOT NULL AND (${id}::uuid IS NULL OR e.id = ${id}::uuid)
          AND NOT EXISTS (SELECT FROM chunk k WHERE k.indexed_source_id = ${indexedSourceId} AND k.edit_id = e.id)
        ORDER BY e.id LIMIT ${limits.maxPageSize}`,

    /** Deletes an edit; the chunks that were given it are as they were cut. */
    async forgetEdit(tx: Queryable, sourceId: string, id: string): Promise<void> {
      const contents = await tx.indexedSource.findMany({ where: { sourceVersion: { sourceId } }, select: { id: true } })
      const indexedSourceId = { in: contents.map((content) => content.id) }
      await tx.chunk.updateMany({ where: { indexedSourceId, editId: id }, data: { editId: null } })
      await tx.chunkEdit.delete({ where: { id } })
    },
  }
}
