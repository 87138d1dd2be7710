// The schema in which the worker keeps the typed tables of datasets. No migration makes it: a backup leaves it out, and says of all migrations
// that they are applied.
import type pg from 'pg'
import { tableSchema } from '../table-schema.ts'

/** Makes the schema on a connection of the owner. */
export async function migrateTableSchema(owner: pg.Client): Promise<void> {
  await owner.query(`CREATE SCHEMA IF NOT EXISTS ${tableSchema}; GRANT USAGE, CREATE ON SCHEMA ${tableSchema} TO heddle_app`)
}
