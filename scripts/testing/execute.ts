import pg from 'pg'

/** Runs one statement on its own connection: for statements outside transactions and pools, like CREATE DATABASE. */
export async function execute(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
