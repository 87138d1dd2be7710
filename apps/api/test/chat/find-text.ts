// Where a text is: in the rows of a database, and in the files of its server and of the file store.
import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'

/** Names of the tables that have the text in a row. */
export async function findInTables(pool: Pool, text: string): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rowCount } = await pool.query(`SELECT FROM ${name} t WHERE strpos(t::text, $1) > 0`, [text])
    if (rowCount) found.push(name)
  }
  return found
}

/** Returns the bytes of a file; none of one that was last written before, or that a running server has removed since it was listed. */
async function readListed(path: string, since: Date) {
  try {
    return (await stat(path)).mtime < since ? Buffer.alloc(0) : await readFile(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}

/**
 * Paths of the files of a folder, and of those below it, that have the text as it is, or as base64 or hex may have it. `since` is when the
 * text has been thought of: the write-ahead log of a server that many tests have used has hundreds of megabytes from before.
 */
export async function findInFiles(folder: string, text: string, since = new Date(0)): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const forms = listForms(text)
  const found: string[] = []
  for (const path of paths) {
    const content = await readListed(path, since)
    if (forms.some((form) => content.includes(form))) found.push(path)
  }
  return found
}

/** A text in base64 is another one by how many bytes are before it; of each form what does not depend on its neighbors. */
export function listForms(text: string): string[] {
  const bytes = Buffer.from(text)
  const inBase64 = [0, 1, 2].map((before) =>
    Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .slice(before === 0 ? 0 : 4, -4),
  )
  const inHex = bytes.toString('hex')
  const inUrls = inBase64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))
  return [...new Set([text, inHex, inHex.toUpperCase(), ...inBase64, ...inUrls])]
}

type DataDirectory = { readonly path: string; readonly database: string }

/**
 * The folders of the server where this machine has them, as the server of TEST_DATABASE_URL may be elsewhere: the database's tables with
 * what was deleted, the write-ahead log, what all databases share.
 */
export async function findServerFolders(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<DataDirectory>(
    `SELECT setting AS path, (SELECT oid::text FROM pg_database WHERE datname = current_database()) AS database
     FROM pg_settings WHERE name = 'data_directory'`,
  )
  const [row] = rows
  if (!row || !existsSync(join(row.path, 'pg_wal'))) return []
  return [join(row.path, 'base', row.database), join(row.path, 'pg_wal'), join(row.path, 'global')]
}
