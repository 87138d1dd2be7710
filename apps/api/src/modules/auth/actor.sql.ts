// Who calls. Measured: every request pays for this prepared statement, and Prisma would take four times its processor time.
import type { Pool } from 'pg'
import type { Actor } from '../../platform/permissions/actor.ts'
import { actorColumns } from '../../platform/permissions/credential.sql.ts'
import type { CredentialFacts, Identity } from '../../platform/permissions/credential.ts'

export type ActorRow = Pick<Actor, 'role' | 'language' | 'mustChangePassword' | 'memberships'> & CredentialFacts

/** The user as the database has it now, valid or not; null for one who is gone. */
export async function findActorRow(pool: Pool, { id, tenantId, credential }: Identity): Promise<ActorRow | null> {
  const { rows } = await pool.query<ActorRow>({
    name: 'find-actor',
    text: `
      -- Found by the id alone: a connection keeps the plan of its first calls, and while the table is small the index of tenant, role and
      -- status looks as good as the key. With 5,000 more users, that plan reads all those of the tenant until the next ANALYZE.
      WITH u AS MATERIALIZED (
        SELECT id, tenant_id, token_version, status, role, language, must_change_password FROM "user" WHERE id = $1
      )
      SELECT ${actorColumns('$3', '$4')} FROM u WHERE u.tenant_id = $2`,
    values: [id, tenantId, credential.sessionId, credential.tokenVersion],
  })
  return rows[0] ?? null
}
