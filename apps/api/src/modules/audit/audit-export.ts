// All events of a tenant, page after page, for as long as the reader may have them. A download outlives the request that was
// allowed to begin it, so the right is asked for again every few seconds, also while a slow reader takes nothing.
import type { Actor } from '../../permissions/actor.ts'
import type { AuditRow } from './audit.repository.ts'

/** Whether the actor's session lives and its role still has the permission. */
export type MayStillReadAudit = (actor: Actor) => Promise<boolean>

const checkEveryMs = 2_000
const pageSize = 500

export class ExportEnded extends Error {
  override readonly name = 'ExportEnded'
}

type PageOf = (afterId: string | undefined, take: number) => Promise<readonly AuditRow[]>

/** Yields the rows of all pages; `left` ends it between two of them. */
export async function* readWhole(findPage: PageOf, left: AbortSignal): AsyncGenerator<AuditRow> {
  let afterId: string | undefined
  for (;;) {
    const rows = await findPage(afterId, pageSize)
    for (const row of rows) {
      if (left.aborted) return
      yield row
    }
    afterId = rows.at(-1)?.id
    if (rows.length < pageSize) return
  }
}

/** Calls `end` once the actor may no longer read. Returns what stops the asking. */
export function watchRight(actor: Actor, mayStill: MayStillReadAudit, end: (cause: Error) => void): () => void {
  let isAsking = false
  const timer = setInterval(async () => {
    if (isAsking) return
    isAsking = true
    // While the database cannot be asked, the export stands still anyway.
    const may = await mayStill(actor).catch(() => true)
    isAsking = false
    if (!may) end(new ExportEnded('The reader may no longer read the audit log'))
  }, checkEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}
