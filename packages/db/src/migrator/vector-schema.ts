// pgvector, where the server has it, and the schema in which the worker keeps what is derived for it. Nothing depends on either.
import pg from 'pg'
import { vectorSchema } from '../vector-schema.ts'

/** The first version whose HNSW indexes are scanned on when a filter has refused what was found. */
const minVersion = [0, 8]
const insufficientPrivilege = '42501'

async function ensureExtension(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query<{ isInstalled: boolean }>(
    `SELECT installed_version IS NOT NULL AS "isInstalled" FROM pg_available_extensions
     WHERE name = 'vector' AND string_to_array(coalesce(installed_version, default_version), '.')::int[] >= $1::int[]`,
    [minVersion],
  )
  const [found] = rows
  if (!found || found.isInstalled) return found !== undefined
  try {
    await owner.query('CREATE EXTENSION vector')
    return true
  } catch (error) {
    // An administrator of the server has to make it then; until then the plain search is used.
    if (error instanceof pg.DatabaseError && error.code === insufficientPrivilege) return false
    throw error
  }
}

/** Makes extension and schema on a connection of the owner; does nothing where the server lacks pgvector 0.8 or the right to it. */
export async function migrateVectorSchema(owner: pg.Client): Promise<void> {
  if (!(await ensureExtension(owner))) return
  await owner.query(`CREATE SCHEMA IF NOT EXISTS ${vectorSchema}; GRANT USAGE, CREATE ON SCHEMA ${vectorSchema} TO heddle_app`)
}
