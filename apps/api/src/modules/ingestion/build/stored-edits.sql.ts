// The edits of a source that its index takes over. Prisma cannot say it: row locks.
import type { Pool, PoolClient } from 'pg'
import type { StoredEdit } from './apply-edits.ts'

/** Returns the edits of the source that has a content, the oldest one first. */
export async function findEdits(queryable: Pool | PoolClient, sourceVersionId: string): Promise<StoredEdit[]> {
  const { rows } = await queryable.query<StoredEdit>(
    `SELECT e.id, e.original_text AS "originalText", e.text, e.enabled
     FROM chunk_edit e JOIN source_version v ON v.source_id = e.source_id WHERE v.id = $1 ORDER BY e.id`,
    [sourceVersionId],
  )
  return rows
}

/** As `findEdits`: they stay as they are until the transaction of `client` ends. An edit locks the source FOR UPDATE. */
export async function lockEdits(client: PoolClient, sourceVersionId: string): Promise<StoredEdit[]> {
  await client.query('SELECT FROM source s JOIN source_version v ON v.source_id = s.id WHERE v.id = $1 FOR KEY SHARE OF s', [
    sourceVersionId,
  ])
  return findEdits(client, sourceVersionId)
}
