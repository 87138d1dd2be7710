// What is open or running outlives the request that was allowed to begin it. Everything of this process that does is checked
// together every few seconds, by the same predicates as the request was; what its holder may no longer do is ended.
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { hasPermission } from './actor.ts'
import { canUseAssistant } from './assistant.permissions.ts'
import { canReadChat } from './chat.permissions.ts'
import { type Claim, type ClaimFacts, findClaimFacts, type Holder, type Right } from './stream-authority.sql.ts'

/** Between two checks. With the time that a reply takes to end itself, whatever is lost ends within five seconds. */
const authorityIntervalMs = 2_000

type Watch = Claim & { readonly end: () => void }

function isStillAllowed({ chatId, assistantId, permission }: Right, facts: ClaimFacts | null): boolean {
  if (!facts?.standing) return false
  const { standing, chat, assistant } = facts
  return (
    (chatId === undefined || (chat !== null && canReadChat(standing, chat))) &&
    (assistantId === undefined || (assistant !== null && canUseAssistant(standing, assistant))) &&
    (permission === undefined || hasPermission(standing, permission))
  )
}

export type StreamAuthority = ReturnType<typeof createStreamAuthority>

export function createStreamAuthority({ pool, now, log }: { pool: Pool; now: () => Date; log: FastifyBaseLogger }) {
  const watches = new Set<Watch>()
  let timer: NodeJS.Timeout | undefined

  async function check() {
    const checked = [...watches]
    const facts = await findClaimFacts(pool, checked, now())
    for (const [index, watch] of checked.entries()) if (!isStillAllowed(watch.right, facts[index] ?? null)) watch.end()
  }

  function schedule() {
    if (timer || watches.size === 0) return
    timer = setTimeout(async () => {
      // While the database is unreachable, no permission can be checked: all streams go on, and are checked when it is back.
      await check().catch((error: unknown) => log.warn({ err: error }, 'Holders of open streams could not be checked'))
      timer = undefined
      schedule()
    }, authorityIntervalMs)
    timer.unref()
  }

  return {
    /**
     * Calls `end` within a few seconds of the holder losing the right, being disabled, deleted or told to change the password,
     * or, for an actor, the session ending; again at each check until it is watched no more. Returns what ends the watching.
     */
    watch(holder: Holder, right: Right, end: () => void): () => void {
      const watch = { holder, right, end }
      watches.add(watch)
      schedule()
      return () => watches.delete(watch)
    },
  }
}
