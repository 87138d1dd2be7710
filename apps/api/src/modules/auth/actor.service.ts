// Reads who an actor is now: the session lives, the user is active, the role and the memberships are those of this moment.
import type { Pool } from 'pg'
import type { Actor, Origin } from '../../permissions/actor.ts'
import type { AccessTokenClaims } from './access-token.ts'

type ActorRow = Pick<Actor, 'role' | 'language' | 'mustChangePassword' | 'memberships'>

// One round trip, prepared once a connection: every request pays for it.
const findActorQuery = {
  name: 'find-actor',
  text: `
    SELECT u.role::text, u.language::text, u.must_change_password AS "mustChangePassword",
           coalesce((SELECT json_agg(json_build_object('groupId', m.group_id, 'role', m.role) ORDER BY m.group_id)
                     FROM membership m WHERE m.user_id = u.id), '[]') AS memberships
    FROM session s JOIN "user" u ON u.id = s.user_id
    WHERE s.id = $1 AND u.id = $2 AND u.tenant_id = $3 AND u.token_version = $4 AND u.status = 'active'
      AND s.revoked_at IS NULL AND s.expires_at > $5 AND s.absolute_expires_at > $5`,
}

export type ActorService = ReturnType<typeof createActorService>

export function createActorService(pool: Pool, now: () => Date) {
  async function findActor({ sessionId, userId, tenantId, tokenVersion }: AccessTokenClaims, origin: Origin): Promise<Actor | null> {
    const { rows } = await pool.query<ActorRow>({ ...findActorQuery, values: [sessionId, userId, tenantId, tokenVersion, now()] })
    const row = rows[0]
    return row ? { id: userId, tenantId, sessionId, tokenVersion, origin, ...row } : null
  }

  return {
    /** The actor that a checked token names; null once the session has ended or the user is disabled. */
    findActor,
  }
}
