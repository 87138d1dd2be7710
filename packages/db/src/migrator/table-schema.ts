// The schema in which the worker keeps the typed tables of datasets, and the role that queries them. No migration makes them: a backup
// leaves the schema out and has no roles, and says of all migrations that they are applied.
import pg from 'pg'
import { queryRole, tableSchema } from '../table-schema.ts'
import { MigrationError } from './migration-error.ts'

/**
 * Makes schema and role on a connection of the owner. What the worker makes in the schema, the role may read. Throws a `MigrationError`
 * that says what an administrator of the server has to run, where the owner may make no roles.
 */
export async function migrateTableSchema(owner: pg.Client): Promise<void> {
  try {
    await owner.query(statements)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== insufficientPrivilege) throw error
    const remedy = `CREATE ROLE ${queryRole} NOLOGIN; GRANT ${queryRole} TO heddle_app`
    throw new MigrationError(`The owner of the database may make no roles: run ${remedy} as an administrator.`, { cause: error })
  }
}

const insufficientPrivilege = '42501'

const statements = `
  CREATE SCHEMA IF NOT EXISTS ${tableSchema};
  GRANT USAGE, CREATE ON SCHEMA ${tableSchema} TO heddle_app;
  DO $$
  BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${queryRole}') THEN
      CREATE ROLE ${queryRole} NOLOGIN;
    END IF;
    IF NOT pg_has_role('heddle_app', '${queryRole}', 'SET') THEN
      GRANT ${queryRole} TO heddle_app;
    END IF;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- Another database of this server is migrated right now.
  END $$;
  GRANT USAGE ON SCHEMA ${tableSchema} TO ${queryRole};
  ALTER DEFAULT PRIVILEGES FOR ROLE heddle_app IN SCHEMA ${tableSchema} GRANT SELECT ON TABLES TO ${queryRole}`
