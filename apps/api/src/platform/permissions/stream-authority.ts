// Open streams and running replies outlive the request that was allowed to start them. All of this process are checked together every
// few seconds, by the predicates of the request, and ended when their holder has lost the right.
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { hasPermission } from './actor.ts'
import { canUseAssistant } from './assistant.permissions.ts'
import { canFollowReply, canReadChat } from './chat.permissions.ts'
import { type Claim, type ClaimFacts, findClaimFacts, type Holder, type Right } from './stream-authority.sql.ts'

/** Time between two checks: with the time that a reply takes to end, a lost right takes effect within five seconds. */
const authorityIntervalMs = 2_000

type Watch = Claim & { readonly end: () => void }

function isStillAllowed({ chatId, replyId, assistantId, permission }: Right, facts: ClaimFacts | null): boolean {
  if (!facts?.access) return false
  const { access, chat, assistant } = facts
  return (
    (chatId === undefined || (chat !== null && canReadChat(access, chat))) &&
    (replyId === undefined || (chat !== null && canFollowReply(access, chat, replyId))) &&
    (assistantId === undefined || (assistant !== null && canUseAssistant(access, assistant))) &&
    (permission === undefined || hasPermission(access, permission))
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
      // While the database is unreachable, all streams continue; they are checked when it is back.
      await check().catch((error: unknown) => log.warn({ err: error }, 'Holders of open streams could not be checked'))
      timer = undefined
      schedule()
    }, authorityIntervalMs)
    timer.unref()
  }

  return {
    /**
     * Calls `end` within a few seconds when the holder loses the right, is disabled or deleted, has to change the password or, for an
     * actor, when the credential ends; calls it again at each check until watching stops. Returns a function that stops watching.
     */
    watch(holder: Holder, right: Right, end: () => void): () => void {
      const watch = { holder, right, end }
      watches.add(watch)
      schedule()
      return () => watches.delete(watch)
    },
  }
}
