// Many users from a CSV, all of them or none: checked as a whole, then written in one transaction while the progress is told.
import { setTimeout as pause } from 'node:timers/promises'
import type { ErrorDetail } from '@heddle/contracts/errors'
import type { ImportedUser, ImportEvent, importUsers } from '@heddle/contracts/user/user-import'
import type { Queryable } from '@heddle/db/client'
import type { z } from 'zod'
import { AppError } from '../../../platform/errors/app-error.ts'
import { generatePassword, hashGeneratedPassword } from '@heddle/security/password'
import { type Actor, hasPermission } from '../../../platform/permissions/actor.ts'
import type { AuditService } from '../../audit/audit.service.ts'
import type { GroupService } from '../../group/group.service.ts'
import { checkImport, type ImportCheck, type ImportRow, indexGroups } from './import-check.ts'
import type { ImportRepository } from './import.repository.ts'

type ImportDependencies = {
  readonly imports: ImportRepository
  readonly groups: Pick<GroupService, 'insertGroup'>
  readonly audit: AuditService
  readonly now: () => Date
  /** Aborted when the process begins to stop. */
  readonly stopping: AbortSignal
}

type Caller = {
  /** Aborted when the reader has left. */
  readonly signal: AbortSignal
  /** Logs a failure, has the audit log told of it, and says what of it the reader may know. */
  readonly describeFailure: (error: unknown) => ErrorDetail
}

/** Few enough that making the statement keeps no other request waiting. */
const rowsPerBatch = 200
const tellEveryMs = 250

/** Returns the groups of a row, those that were just created among them. */
const findGroupIds = ({ groupIds, newGroupKeys }: ImportRow, newIds: ReadonlyMap<string, string>) => [
  ...new Set([...groupIds, ...newGroupKeys.flatMap((key) => newIds.get(key) ?? [])]),
]

export type UserImportService = ReturnType<typeof createUserImportService>

export function createUserImportService({ imports, groups, audit, now, stopping }: ImportDependencies) {
  async function refuseIfNotAllowed(tx: Queryable, actor: Actor, createsGroups: boolean) {
    const role = await imports.lockRole(tx, actor, now())
    if (role === null) throw new AppError('AUTH_SESSION_ENDED')
    if (!hasPermission({ role }, 'manage_users')) throw new AppError('FORBIDDEN')
    if (createsGroups && !hasPermission({ role }, 'manage_groups')) throw new AppError('FORBIDDEN')
  }

  /** Creates the groups, and returns their ids; one of the name that was created since the check is taken instead. */
  async function insertGroups(tx: Queryable, actor: Actor, named: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> {
    const ids = new Map<string, string>()
    if (named.size === 0) return ids
    await imports.lockGroupNames(tx, actor.tenantId)
    const present = indexGroups(await imports.findGroups(actor, tx))
    for (const [key, name] of named) {
      const [id = (await groups.insertGroup(tx, actor, { name: { default: name } })).id] = present.get(key) ?? []
      ids.set(key, id)
    }
    return ids
  }

  const write = (actor: Actor, { rows, newGroups }: ImportCheck, signal: AbortSignal, onProgress: (done: number) => void) =>
    imports.inTransaction(async (tx) => {
      const newIds = await insertGroups(tx, actor, newGroups)
      const language = await imports.defaultLanguage(tx, actor.tenantId)
      const users: ImportedUser[] = []
      for (let start = 0; start < rows.length; start += rowsPerBatch) {
        const batch = rows.slice(start, start + rowsPerBatch).map((row) => ({ ...row, password: generatePassword() }))
        const hashes = await Promise.all(batch.map(({ password }) => hashGeneratedPassword(password)))
        signal.throwIfAborted()
        if (stopping.aborted) throw new AppError('SERVICE_UNAVAILABLE')
        await imports.insertBatch(
          tx,
          batch.map((row, i) => ({
            tenantId: actor.tenantId,
            name: row.name,
            email: row.email,
            account: row.account,
            language: row.language ?? language,
            passwordHash: hashes[i] ?? null,
            mustChangePassword: true,
            memberships: findGroupIds(row, newIds).map((groupId) => ({ groupId, role: 'U' as const })),
          })),
        )
        users.push(...batch.map(({ line, email, account, password }) => ({ line, email, account, password })))
        onProgress(users.length)
      }
      await audit.record(tx, actor, { action: 'importUsers', after: { users: users.length, groups: newIds.size } })
      signal.throwIfAborted()
      // Last, because the permission cannot be lost between here and the commit.
      await refuseIfNotAllowed(tx, actor, newGroups.size > 0)
      return users
    })

  return {
    async *importUsers(
      actor: Actor,
      { csv, dry_run, create_groups: createsGroups = false }: z.output<typeof importUsers.schema.body>,
      { signal, describeFailure }: Caller,
    ): AsyncGenerator<ImportEvent> {
      if (createsGroups && !hasPermission(actor, 'manage_groups')) throw new AppError('FORBIDDEN')
      const checked = await checkImport(csv, {
        groups: await imports.findGroups(actor),
        createsGroups,
        findTaken: (column, keys) => imports.findTaken(column, keys),
      })
      const { rowCount, rows, problems, problemCount, newGroups } = checked
      yield {
        type: 'checked',
        rows: rowCount,
        problems: [...problems],
        problem_count: problemCount,
        new_groups: [...newGroups.values()],
      }
      if (dry_run || problemCount > 0) return

      let done = 0
      const returned = new AbortController()
      const writing = write(actor, checked, AbortSignal.any([signal, returned.signal]), (count) => {
        done = count
      }).then(
        (users) => ({ users }),
        (error: unknown) => ({ error }),
      )
      try {
        for (;;) {
          yield { type: 'progress', done, total: rows.length }
          const outcome = await Promise.race([writing, pause(tellEveryMs, undefined, { ref: false })])
          if (!outcome) continue
          if ('users' in outcome) {
            yield { type: 'progress', done: rows.length, total: rows.length }
            yield { type: 'done', users: outcome.users }
          } else if (!signal.aborted) {
            yield { type: 'failed', error: describeFailure(outcome.error) }
          }
          return
        }
      } finally {
        // A reader who leaves stops the import; its end is awaited, so that nothing outlives the request.
        returned.abort(new Error('The reader of the import has left'))
        await writing
      }
    },
  }
}
