// Applies an import: columns and rows in one transaction, of the rows that its check has kept.
import type { ImportCounts } from '@heddle/contracts/dataset/import'
import { rolesWith } from '@heddle/contracts/permissions'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import { createReadStream } from 'node:fs'
import { AppError } from '../../../../platform/errors/app-error.ts'
import { readJsonLines } from '../../../../platform/files/json-lines.ts'
import type { AuditService } from '../../../audit/audit.service.ts'
import { toDatasetTarget } from '../../dataset.audit.ts'
import type { DatasetRepository } from '../../dataset.repository.ts'
import { toJson } from '../../dataset.service.ts'
import type { CheckedRow } from '../check-rows.ts'
import { refuseImport } from '../mapping.rules.ts'
import type { ClaimedImport, ImportRepository } from '../import.repository.ts'
import { createErrorList, type ErrorList } from './error-list.ts'
import { ImportLostError } from './import-claim.ts'
import type { Application } from './import-job.ts'
import { resolveConfirmed, type Step } from './step.ts'
import { writeImportedRows } from './write-rows.ts'

type ApplyDependencies = {
  readonly db: PrismaClient
  readonly rows: DatasetRepository
  readonly imports: ImportRepository
  readonly audit: AuditService
  readonly now: () => Date
}

/** Milliseconds: rows of a dataset that is full are written in one transaction. */
const writeTimeout = 600_000
const waitTimeout = 30_000

/** Rows with errors, where all or none were to be applied. */
export class BadRowsError extends Error {
  override readonly name = 'BadRowsError'
  readonly counts: ImportCounts
  readonly errors: ErrorList

  constructor(counts: ImportCounts, errors: ErrorList) {
    super('Rows have errors')
    this.counts = counts
    this.errors = errors
  }
}

export type ApplyRows = ReturnType<typeof createApplyRows>

export function createApplyRows({ db, rows, imports, audit, now }: ApplyDependencies) {
  async function assertPerson(tx: Queryable, { createdById }: ClaimedImport) {
    const roles = [...rolesWith.manage_knowledge]
    if ((await tx.user.count({ where: { id: createdById, status: 'active', role: { in: roles } } })) === 0) throw new AppError('FORBIDDEN')
  }

  /** Writes the kept rows. Throws when the definition is not the one that they were checked by. */
  async function write(tx: Queryable, step: Step, { rows: wanted, origin }: Application): Promise<void> {
    const { key, record, path, claim, signal } = step
    const { tenantId } = record.dataset
    const resolved = resolveConfirmed(record)
    await rows.lock(tx, tenantId, record.datasetId)
    const dataset = await rows.findInTenant(tenantId, record.datasetId, tx)
    if (!dataset) throw new ImportLostError()
    // A column in another unit, or that is required now, would make other values of the same file.
    if (dataset.revision !== record.checkedRevision) throw refuseImport('definition_changed')
    await assertPerson(tx, record)
    const isRedefined = resolved.added.length > 0
    const { definition, mode, mapping, fingerprint } = resolved
    const errors = createErrorList()
    let done = 0
    const onRow = () => claim.report((done += 1))
    const kept = readJsonLines<CheckedRow>(createReadStream(path, { signal }))
    const { counts, rowCount, lastRowNo } = await writeImportedRows(tx, dataset, kept, { mode, key: resolved.key, errors, onRow })
    if (wanted === 'all' && counts.bad > 0) throw new BadRowsError(counts, errors)
    await rows.update(tx, dataset.id, {
      rowCount,
      lastRowNo,
      ...((mode === 'replace' || isRedefined || counts.added + counts.changed > 0) && { hasChanges: true }),
      ...(isRedefined && {
        columns: toJson(definition.columns),
        nextColumn: definition.nextColumn,
        revision: { increment: 1 },
      }),
    })
    const targets = new Map(resolved.columns.map(({ at, column }) => [at, { column: column.id }]))
    const columns = mapping.columns.map((column) => ({ ...column, target: targets.get(column.at) ?? null }))
    await imports.rememberMapping(tx, { datasetId: dataset.id, fingerprint, columns: toJson(columns), mode, usedAt: now() })
    const progress = { rowsDone: counts.rows, rowsTotal: counts.rows }
    const applied = { state: 'applied', counts, rowsKey: null, ...errors.toColumns(), ...progress } as const
    if (!(await imports.change(key, applied, tx))) throw new ImportLostError()
    const person = { id: record.createdById, tenantId, origin }
    const { rows: fileRows, added: rows_added, changed: rows_changed, bad: rows_bad } = counts
    const added = resolved.added.map(({ id, type, name }) => ({ id, type, name: name.default }))
    const after = { file_name: record.fileName, import_mode: mode, rows: fileRows, rows_added, rows_changed, rows_bad, columns: added }
    await audit.record(tx, person, { action: 'applyDatasetImport', target: toDatasetTarget(dataset), after })
    await assertPerson(tx, record)
  }

  /** Returns when the rows are in the draft. Throws a `BadRowsError` when nothing was written because of errors. */
  return (step: Step, application: Application): Promise<void> =>
    db.$transaction((tx) => write(tx, step, application), { timeout: writeTimeout, maxWait: waitTimeout })
}
