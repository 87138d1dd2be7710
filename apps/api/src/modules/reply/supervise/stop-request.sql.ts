// Requests to stop a reply, wherever it runs. Prisma cannot say it: the statements notify.
import type { Queryable } from '@heddle/db/client'
import type { Pool } from 'pg'
import { stopChannel } from '../stream/notifications.ts'

/** Marks the running replies of a chat to be stopped and tells their processes; answers the runs. */
export async function requestStop(pool: Pool, chatId: string): Promise<string[]> {
  const { rows } = await pool.query<{ runId: string }>(
    `WITH generating AS (
       SELECT run_id FROM message WHERE chat_id = $1 AND status = 'generating'
     ), marked AS (
       UPDATE running_reply r SET stop_requested_at = coalesce(r.stop_requested_at, now()) FROM generating g WHERE r.run_id = g.run_id
     )
     SELECT run_id AS "runId", pg_notify('${stopChannel}', run_id::text) FROM generating`,
    [chatId],
  )
  return rows.map(({ runId }) => runId)
}

/** Requests the running replies of these users to stop, when the transaction `db` is committed. */
export async function requestStopOfUsers(db: Queryable, ownerIds: readonly string[]): Promise<void> {
  await db.$executeRaw`
    UPDATE running_reply SET stop_requested_at = coalesce(stop_requested_at, now()) WHERE owner_id = ANY(${[...ownerIds]}::uuid[])
    RETURNING pg_notify(${stopChannel}, run_id::text)`
}
