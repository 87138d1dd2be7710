// Reads who an actor is now: the credential is valid, the role and the memberships are those of this moment.
import type { Pool } from 'pg'
import type { Actor, Origin } from '../../platform/permissions/actor.ts'
import { type Identity, isValidAt } from '../../platform/permissions/credential.ts'
import { findActorRow } from './actor.sql.ts'

export function createActorService(pool: Pool, now: () => Date) {
  async function findActor({ id, tenantId, credential }: Identity, origin: Origin): Promise<Actor | null> {
    const row = await findActorRow(pool, { id, tenantId, credential })
    if (!row?.endsAt || !isValidAt(row, credential, now())) return null
    const { endsAt, role, language, mustChangePassword, memberships } = row
    return { id, tenantId, credential, endsAt, origin, role, language, mustChangePassword, memberships }
  }

  return {
    /** The actor of a checked credential; null once it has ended or the user is disabled. */
    findActor,
  }
}
