import { applyMigrations } from '@heddle/db/migrator/migrator'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { readParentPid } from '../testbed/process-tree.ts'

/** Makes a migrated database on a server of this machine, given the address of any of its databases. */
export async function createScratchDatabase(serverUrl: string) {
  const name = `heddle_bench_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`CREATE DATABASE ${name}`)
  // A million rows are written in thousands of transactions, which are not what is measured.
  await client.query(`ALTER DATABASE ${name} SET synchronous_commit = off`)
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  await applyMigrations(url.href)
  return {
    databaseUrl: url.href,
    postgresPid: readParentPid(rows[0]?.pid ?? 0),
    async drop() {
      await client.query(`DROP DATABASE ${name} WITH (FORCE)`)
      await client.end()
    },
  }
}
