import type { Pool } from 'pg'
import type { Actor } from '../../../permissions/actor.ts'

type Reader = { readonly actor: Actor; readonly chatId: string }

/**
 * Which of the readers, by their place, may still read: the conditions are those of `findActor` in actor.service.ts and of
 * `canReadChat` in chat.permissions.ts, for many at once.
 */
export async function findLiveReaders(pool: Pool, readers: readonly Reader[], now: Date): Promise<ReadonlySet<number>> {
  const { rows } = await pool.query<{ place: number }>({
    name: 'find-live-readers',
    text: `
      SELECT r.place::int - 1 AS place
      FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::uuid[]) WITH ORDINALITY AS r(session_id, user_id, token_version, chat_id, place)
      JOIN session s ON s.id = r.session_id AND s.revoked_at IS NULL AND s.expires_at > $5 AND s.absolute_expires_at > $5
      JOIN "user" u ON u.id = s.user_id AND u.id = r.user_id AND u.token_version = r.token_version AND u.status = 'active'
      JOIN chat c ON c.id = r.chat_id AND c.tenant_id = u.tenant_id AND (c.owner_id = u.id OR c.explicitly_public)`,
    values: [
      readers.map(({ actor }) => actor.sessionId),
      readers.map(({ actor }) => actor.id),
      readers.map(({ actor }) => actor.tokenVersion),
      readers.map(({ chatId }) => chatId),
      now,
    ],
  })
  return new Set(rows.map(({ place }) => place))
}
