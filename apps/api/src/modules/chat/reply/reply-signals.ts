// How processes tell each other about replies: LISTEN on one connection of this process, ids only. A signal may get lost
// when the connection breaks; a process that waits for one also polls from time to time.
import { BoundedClient, connectionConfig } from '@heddle/db/connection'
import type { FastifyBaseLogger } from 'fastify'
import { changedChannel, stopChannel } from './reply.sql.ts'

const reconnectMs = { first: 200, most: 5_000 }

export type ReplySignals = ReturnType<typeof createReplySignals>

export function createReplySignals({ databaseUrl, log }: { databaseUrl: string; log: FastifyBaseLogger }) {
  const followers = new Map<string, Set<() => void>>()
  let stopRequested: (runId: string) => void = () => {}
  let client: BoundedClient | undefined
  let timer: NodeJS.Timeout | undefined
  let delay = reconnectMs.first
  let isClosed = false

  function wake(replyId: string) {
    for (const changed of followers.get(replyId) ?? []) changed()
  }

  function reconnect() {
    client = undefined
    if (isClosed || timer) return
    timer = setTimeout(() => {
      timer = undefined
      void connect()
    }, delay)
    timer.unref()
    delay = Math.min(reconnectMs.most, delay * 2)
  }

  async function connect() {
    const next = new BoundedClient({ ...connectionConfig(databaseUrl), application_name: 'heddle replies' })
    let isLost = false
    const lose = () => {
      if (isLost) return
      isLost = true
      next.end().catch(() => {})
      reconnect()
    }
    next.on('error', (error) => {
      log.warn({ err: error }, 'Connection for reply signals broke')
      lose()
    })
    next.on('end', lose)
    next.on('notification', ({ channel, payload = '' }) => (channel === stopChannel ? stopRequested(payload) : wake(payload)))
    try {
      await next.connect()
      await next.query(`LISTEN ${changedChannel}; LISTEN ${stopChannel}`)
    } catch (error) {
      log.warn({ err: error }, 'Connection for reply signals could not be made')
      return lose()
    }
    if (isClosed) return void next.end().catch(() => {})
    client = next
    delay = reconnectMs.first
    // Notifications sent without a listener are lost.
    for (const replyId of followers.keys()) wake(replyId)
  }

  return {
    /** Begins to listen; `onStopRequested` is called for every run whose stop was requested, in any process. */
    async start(onStopRequested: (runId: string) => void) {
      stopRequested = onStopRequested
      await connect()
    },

    /** Calls `changed` when the reply's row may have changed. Returns what ends it. */
    follow(replyId: string, changed: () => void): () => void {
      const waiting = followers.get(replyId) ?? new Set()
      followers.set(replyId, waiting.add(changed))
      return () => {
        waiting.delete(changed)
        if (waiting.size === 0 && followers.get(replyId) === waiting) followers.delete(replyId)
      }
    },

    async close() {
      isClosed = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
