// What is searched no more and leaves the database, a content at a time. Prisma cannot say it: contents are compared with the one that is
// searched, and times are those of the database.
import type { Pool } from 'pg'

/** Searches that began before the switch have ended. */
const retiredFor = `interval '10 minutes'`
/** The contents of a source that stay, besides the searched one. */
const keptVersions = 3

/** Returns contents of retired indexes, and those that a newer content of their source has replaced. */
export async function findOldIndexedSources(pool: Pool, max: number): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `SELECT x.id FROM indexed_source x
     JOIN index_version i ON i.id = x.index_version_id
     JOIN source_version v ON v.id = x.source_version_id
     JOIN source s ON s.id = v.source_id
     WHERE i.state = 'retired' AND i.retired_at < now() - ${retiredFor}
       OR v.id < s.active_version_id AND s.updated_at < now() - ${retiredFor}
     LIMIT $1`,
    [max],
  )
  return rows.map(({ id }) => id)
}

/** A trigger removes its postings and vectors. */
export async function removeIndexedSource(pool: Pool, id: number): Promise<void> {
  await pool.query('DELETE FROM indexed_source WHERE id = $1', [id])
}

/** Removes retired indexes that are empty, and those of deleted collections. */
export async function removeEmptyIndexes(pool: Pool): Promise<void> {
  await pool.query(
    `DELETE FROM index_version i
     WHERE (i.collection_id IS NULL OR i.state = 'retired' AND i.retired_at < now() - ${retiredFor})
       AND NOT EXISTS (SELECT FROM indexed_source x WHERE x.index_version_id = i.id)`,
  )
}

/** Removes the oldest contents of sources that have more than are kept; a trigger plans the removal of their files. */
export async function removeOldVersions(pool: Pool, max: number): Promise<number> {
  const { rowCount } = await pool.query(
    `DELETE FROM source_version WHERE id IN (
       SELECT v.id FROM (
         SELECT id, source_id, row_number() OVER (PARTITION BY source_id ORDER BY id DESC) AS age FROM source_version
       ) v JOIN source s ON s.id = v.source_id
       WHERE v.age > ${keptVersions} AND v.id < s.active_version_id
         AND NOT EXISTS (SELECT FROM indexed_source x WHERE x.source_version_id = v.id)
       LIMIT $1)`,
    [max],
  )
  return rowCount ?? 0
}
