// The tables of an index, in a schema of their own, as the product is to have them.
import pg from 'pg'

export const chunksPerSource = 100

const tables = `
  CREATE SCHEMA bench_retrieval;
  SET search_path TO bench_retrieval;
  CREATE TABLE source (version_id uuid PRIMARY KEY, is_enabled boolean NOT NULL);
  CREATE TABLE lexical_source (
    index_version_id uuid NOT NULL, source_version_id uuid NOT NULL, lengths bytea NOT NULL,
    PRIMARY KEY (index_version_id, source_version_id)
  );
  CREATE TABLE lexical_posting (
    index_version_id uuid NOT NULL, term bigint NOT NULL, source_version_id uuid NOT NULL, postings bytea NOT NULL
  );
  CREATE TABLE chunk_bits (
    index_version_id uuid NOT NULL, source_version_id uuid NOT NULL, chunk integer NOT NULL, bits bit varying NOT NULL,
    PRIMARY KEY (index_version_id, source_version_id, chunk)
  );
  CREATE TABLE chunk_embedding (
    index_version_id uuid NOT NULL, source_version_id uuid NOT NULL, chunk integer NOT NULL, embedding bytea NOT NULL,
    PRIMARY KEY (index_version_id, source_version_id, chunk)
  );
  ALTER TABLE chunk_embedding ALTER COLUMN embedding SET STORAGE PLAIN;
`

/** Creates the tables and returns a connection that finds them. */
export async function connectRetrieval(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(tables)
  return client
}

/** Returns the size of a table with its indexes, in megabytes. */
export async function readMegabytes(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ size: string }>('SELECT pg_total_relation_size($1) AS size', [table])
  return Number(rows[0]?.size ?? 0) / 1e6
}
