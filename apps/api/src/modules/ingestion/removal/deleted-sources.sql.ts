// Sources that have left their collection, with what they have. Prisma cannot say it: a cascade that deletes too much at once is taken apart
// into short statements.
import type { Pool } from 'pg'

/** Returns sources that were deleted, with those of their collections. */
export async function findDeletedSources(pool: Pool, max: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM source WHERE collection_id IS NULL LIMIT $1', [max])
  return rows.map(({ id }) => id)
}

/** Returns what indexes have of a source. */
export async function findIndexedContents(pool: Pool, sourceId: string): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    'SELECT x.id FROM indexed_source x JOIN source_version v ON v.id = x.source_version_id WHERE v.source_id = $1',
    [sourceId],
  )
  return rows.map(({ id }) => id)
}

/** Removes a source with its contents; a trigger plans the removal of their files. */
export async function removeSource(pool: Pool, id: string): Promise<void> {
  await pool.query('DELETE FROM source WHERE id = $1', [id])
}
