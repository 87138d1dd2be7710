// Open streams and running replies outlive the request that was allowed to start them. All of this process are checked together every
// few seconds, by the predicates of the request, and ended when their holder has lost the right.
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { hasPermission } from './actor.ts'
import { canUseAssistant } from './assistant.permissions.ts'
import { canFollowReply, canReadChat } from './chat.permissions.ts'
import { type Claim, type ClaimFacts, findClaimFacts, type Holder, type Right } from './stream-authority.sql.ts'

/** Time between two checks: with the time that a reply takes to end, a lost right takes effect within five seconds, after two checks too. */
const authorityIntervalMs = 2_000

type Watch = Claim & { readonly end: () => void; wasGone: boolean }

/** Whether the chat was deleted, or has come to its end: its reply is being stopped, and tells its readers so. */
const isGone = ({ chatId }: Right, facts: ClaimFacts | null): boolean =>
  chatId !== undefined && facts?.access != null && facts.chat === null

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
    for (const [index, watch] of checked.entries()) {
      const found = facts[index] ?? null
      const mayStillEndByItself = isGone(watch.right, found) && !watch.wasGone
      if (mayStillEndByItself) watch.wasGone = true
      else if (!isStillAllowed(watch.right, found)) watch.end()
    }
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
     * actor, when the credential ends; for a chat that is gone at the second check. Calls it again at each check until watching stops.
     * Returns a function that stops watching.
     */
    watch(holder: Holder, right: Right, end: () => void): () => void {
      const watch: Watch = { holder, right, end, wasGone: false }
      watches.add(watch)
      schedule()
      return () => watches.delete(watch)
    },
  }
}
