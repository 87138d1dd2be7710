import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ListedChat } from '#entities/chat/chat-lists.ts'
import { undoMs } from './use-bulk-change.ts'

/** Deletes chats; returns the ids of those that are still there. */
type Deletion = (chats: readonly ListedChat[], keepalive: boolean) => Promise<readonly string[]>

/**
 * Returns the chats that wait for their deletion, which is sent after ten seconds, with the next deletion, or when the page is left: a
 * deletion cannot be reversed, so undoing it is not to send it.
 */
export function useDelayedDeletion(remove: Deletion) {
  const [waiting, setWaiting] = useState<readonly ListedChat[] | null>(null)
  const [sent, setSent] = useState<readonly string[]>([])
  const undone = useRef<readonly ListedChat[]>(null)

  const send = useEffectEvent(async (chats: readonly ListedChat[], keepalive: boolean) => {
    const ids = chats.map(({ id }) => id)
    setSent((before) => [...before, ...ids])
    const remaining = await remove(chats, keepalive)
    setSent((before) => before.filter((id) => !remaining.includes(id)))
  })

  useEffect(() => {
    if (waiting === null) return
    let isSent = false
    function end(keepalive: boolean) {
      if (isSent || undone.current === waiting || waiting === null) return
      isSent = true
      void send(waiting, keepalive)
    }
    const timer = setTimeout(() => setWaiting(null), undoMs)
    const handleLeave = () => end(true)
    window.addEventListener('pagehide', handleLeave)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', handleLeave)
      end(false)
    }
  }, [waiting])

  return {
    waiting,
    /** Whether a chat waits for its deletion, or is deleted. */
    isHidden: (id: string) => sent.includes(id) || waiting?.some((chat) => chat.id === id) === true,
    start: (chats: readonly ListedChat[]) => setWaiting(chats),
    undo: () => {
      undone.current = waiting
      setWaiting(null)
    },
  }
}
