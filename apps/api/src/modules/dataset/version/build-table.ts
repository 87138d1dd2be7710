// Fills the typed table of a version, and switches to it: one transaction, so that a process that is killed leaves nothing, and the next
// attempt begins again.
import { TableDefinition } from '@heddle/contracts/dataset/column'
import { errorMessages } from '@heddle/contracts/error-messages'
import type { ErrorDetail } from '@heddle/contracts/errors'
import { toTextKey } from '@heddle/table/text-key'
import pg, { type Pool } from 'pg'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { claimVersion, failVersion, switchToVersion } from './build.sql.ts'
import type { Embedder } from '../../../platform/inference/embedding/embedder.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import { setEmbedding } from '../match/answer-version.sql.ts'
import { prepareWordings } from '../match/prepare-wordings.ts'
import { fillWordingTable } from '../match/wording-table.sql.ts'
import { copyRows, createTypedTable, findTexts, indexTypedTable, type VersionRows } from './typed-table.sql.ts'

/** Rows of one statement: some tenths of a second. */
const perStatement = 2_000

export type BuildOutcome = 'filled' | 'skipped' | 'failed'

class GivenUp extends Error {
  override readonly name = 'GivenUp'
}

/**
 * Fills the table of a version that has none, and that of its wordings. Idempotent; `skipped` also while another process does it. Only a
 * version with an embedding model needs the embedder.
 */
export async function buildTable(
  pool: Pool,
  versionId: string,
  signal: AbortSignal,
  embedder: Embedder | null = null,
): Promise<BuildOutcome> {
  try {
    const prepared = await prepareWordings({ pool, embedder }, versionId, signal)
    return await inTransaction(pool, async (client) => {
      const version = await claimVersion(client, versionId)
      if (!version) return 'skipped'
      const { columns } = TableDefinition.parse({ columns: version.columns, measures: [] })
      const table = { ...version, columns }
      await createTypedTable(client, table)
      await fillTable(client, table, signal)
      await indexTypedTable(client, table)
      if (prepared) await fillWordingTable(client, version.tableNumber, prepared.wordings)
      if (prepared?.embedding) await setEmbedding(client, versionId, prepared.embedding)
      signal.throwIfAborted()
      if (!(await switchToVersion(client, version))) throw new GivenUp()
      return 'filled'
    })
  } catch (error) {
    if (error instanceof GivenUp) return 'skipped'
    const failure = toFailure(error)
    if (!failure) throw error
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

/** Returns why a version cannot be filled: its rows do not fit, or its embedding model does not answer; null for a failure that may pass. */
function toFailure(error: unknown): ErrorDetail | null {
  if (isUnfit(error)) return { code: 'DATASET_CELLS_INVALID', message: errorMessages.DATASET_CELLS_INVALID }
  if (!(error instanceof AppError) || !error.code.startsWith('EMBEDDING_')) return null
  return { code: error.code, message: errorMessages[error.code], ...(error.params && { params: { ...error.params } }) }
}

/** A value that is not of its type (class 22), or a key that is there twice (23). */
const isUnfit = (error: unknown) => error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')
