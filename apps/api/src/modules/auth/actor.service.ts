// Reads who an actor is now: the session lives, the user is active, the role and the memberships are those of this moment.
import type { Pool } from 'pg'
import type { Actor, Origin } from '../../platform/permissions/actor.ts'
import type { AccessTokenClaims } from '../../platform/security/access-token.ts'
import { findActorRow } from './actor.sql.ts'

export function createActorService(pool: Pool, now: () => Date) {
  async function findActor(claims: AccessTokenClaims, origin: Origin): Promise<Actor | null> {
    const { sessionId, userId, tenantId, tokenVersion } = claims
    const row = await findActorRow(pool, claims, now())
    return row ? { id: userId, tenantId, sessionId, tokenVersion, origin, ...row } : null
  }

  return {
    /** The actor that a checked token names; null once the session has ended or the user is disabled. */
    findActor,
  }
}
