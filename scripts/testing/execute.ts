import pg from 'pg'

/** Runs one statement on a connection of its own: for what no transaction or pool may hold, as CREATE DATABASE. */
export async function execute(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
