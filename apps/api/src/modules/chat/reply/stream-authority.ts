// An open stream outlives the request that was allowed to open it. All streams of this process are checked together every
// few seconds; one whose reader was signed out, disabled, or lost the chat is ended.
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Actor } from '../../../permissions/actor.ts'
import { authorityIntervalMs } from './reply.rules.ts'
import { findLiveReaders } from './stream-authority.sql.ts'

type Watch = { readonly actor: Actor; readonly chatId: string; readonly end: () => void }

export type StreamAuthority = ReturnType<typeof createStreamAuthority>

export function createStreamAuthority({ pool, now, log }: { pool: Pool; now: () => Date; log: FastifyBaseLogger }) {
  const watches = new Set<Watch>()
  let timer: NodeJS.Timeout | undefined

  async function check() {
    const checked = [...watches]
    const live = await findLiveReaders(
      pool,
      checked.map(({ actor, chatId }) => ({ actor, chatId })),
      now(),
    )
    for (const [index, watch] of checked.entries()) if (!live.has(index)) watch.end()
  }

  function schedule() {
    if (timer || watches.size === 0) return
    timer = setTimeout(async () => {
      // While the database cannot be asked, nobody can be told apart: the streams stay, and are checked when it is back.
      await check().catch((error: unknown) => log.warn({ err: error }, 'Readers of open streams could not be checked'))
      timer = undefined
      schedule()
    }, authorityIntervalMs)
    timer.unref()
  }

  return {
    /** Calls `end` once the actor may no longer read the chat. Returns what ends the watching. */
    watch(actor: Actor, chatId: string, end: () => void): () => void {
      const watch = { actor, chatId, end }
      watches.add(watch)
      schedule()
      return () => watches.delete(watch)
    },
  }
}
