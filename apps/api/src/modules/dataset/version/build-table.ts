// Fills the typed table of a version, and switches to it: one transaction, so that a process that is killed leaves nothing, and the next
// attempt begins again.
import { TableDefinition } from '@heddle/contracts/dataset/column'
import { errorMessages } from '@heddle/contracts/error-messages'
import { toTextKey } from '@heddle/table/text-key'
import pg, { type Pool } from 'pg'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { claimVersion, failVersion, switchToVersion } from './build.sql.ts'
import { copyRows, createTypedTable, findTexts, indexTypedTable, type VersionRows } from './typed-table.sql.ts'

/** Rows of one statement: some tenths of a second. */
const perStatement = 2_000

export type BuildOutcome = 'filled' | 'skipped' | 'failed'

class GivenUp extends Error {
  override readonly name = 'GivenUp'
}

/** Fills the table of a version that has none. Idempotent; `skipped` also while another process does it. */
export async function buildTable(pool: Pool, versionId: string, signal: AbortSignal): Promise<BuildOutcome> {
  try {
    return await inTransaction(pool, async (client) => {
      const version = await claimVersion(client, versionId)
      if (!version) return 'skipped'
      const { columns } = TableDefinition.parse({ columns: version.columns, measures: [] })
      const table = { ...version, columns }
      await createTypedTable(client, table)
      await fillTable(client, table, signal)
      await indexTypedTable(client, table)
      signal.throwIfAborted()
      if (!(await switchToVersion(client, version))) throw new GivenUp()
      return 'filled'
    })
  } catch (error) {
    if (error instanceof GivenUp) return 'skipped'
    if (!isUnfit(error)) throw error
    const failure = { code: 'DATASET_CELLS_INVALID', message: errorMessages.DATASET_CELLS_INVALID } as const
    await inTransaction(pool, (client) => failVersion(client, versionId, failure))
    return 'failed'
  }
}

async function fillTable(client: pg.PoolClient, table: VersionRows, signal: AbortSignal) {
  const toKey = createKeys(table.columns)
  for (let after = { id: '00000000-0000-0000-0000-000000000000', rowNo: -1 }; ;) {
    signal.throwIfAborted()
    const rows = await findTexts(client, table, after, perStatement)
    const last = rows.at(-1)
    if (!last) return
    const keyed = rows.map(({ id, texts }) => ({ id, keys: texts.map((text) => (text === null ? null : toKey(text))) }))
    await copyRows(client, table, keyed)
    after = last
  }
}

/** Returns what makes the keys of texts; those of choices, which all rows share, are made once. */
function createKeys(columns: VersionRows['columns']) {
  const known = new Map(columns.flatMap(({ choices = [] }) => choices.map(({ value }) => [value, toTextKey(value)])))
  return (text: string) => known.get(text) ?? toTextKey(text)
}

/** A value that is not of its type (class 22), or a key that is there twice (23). */
const isUnfit = (error: unknown) => error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')
