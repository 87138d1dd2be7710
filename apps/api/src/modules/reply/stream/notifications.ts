// How processes tell each other about replies: LISTEN on one connection of this process, ids only. A signal may get lost
// when the connection breaks; a process that waits for one also polls from time to time.
import { createListener } from '@heddle/db/listener'
import type { FastifyBaseLogger } from 'fastify'

/** Payload: the id of a reply whose row has changed; a process that follows it reads it again. */
export const changedChannel = 'heddle_reply_changed'
/** Payload: the run to be stopped by the process that makes it; not the reply, which may go on before the word is out. */
export const stopChannel = 'heddle_reply_stop'

export type ReplyNotifications = ReturnType<typeof createReplyNotifications>

export function createReplyNotifications({ databaseUrl, log }: { databaseUrl: string; log: FastifyBaseLogger }) {
  const followers = new Map<string, Set<() => void>>()
  let stopRequested: (runId: string) => void = () => {}

  function wake(replyId: string) {
    for (const changed of followers.get(replyId) ?? []) changed()
  }

  const listener = createListener({
    url: databaseUrl,
    applicationName: 'heddle replies',
    channels: [changedChannel, stopChannel],
    onNotification: (channel, payload) => (channel === stopChannel ? stopRequested(payload) : wake(payload)),
    onListening() {
      for (const replyId of followers.keys()) wake(replyId)
    },
    onError: (error) => log.warn({ err: error }, 'Connection for reply signals broke or could not be made'),
  })

  return {
    /** Begins to listen; `onStopRequested` is called for every run that is to be stopped, wherever it is. */
    async start(onStopRequested: (runId: string) => void) {
      stopRequested = onStopRequested
      await listener.start()
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

    close: () => listener.close(),
  }
}
