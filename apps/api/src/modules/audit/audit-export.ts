// All events of a tenant, page after page.
import type { AuditRow } from './audit.repository.ts'

const pageSize = 500

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
