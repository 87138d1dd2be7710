// What is done to many chats, and taken back: a change by its reverse, a deletion by not sending it.
import type { ChatResult } from '@heddle/contracts/chat/bulk'
import { useEffect, useState } from 'react'
import type { ListedChat } from '#entities/chat/chat-lists.ts'
import { useChangeChats } from './manage.queries.ts'

/** For how long a change can be undone. */
export const undoMs = 10_000

export type ChangeAction = 'move' | 'archive' | 'restore' | 'pin' | 'unpin'
type FailedChat = { chat: ListedChat; error: Extract<ChatResult, { state: 'failed' }>['error'] }

export type ChangeReport = {
  action: ChangeAction | 'delete'
  count: number
  failed: readonly FailedChat[]
  /** Null once it can no longer be undone. */
  undo: (() => Promise<void>) | null
}

const reverse = { archive: 'restore', restore: 'archive', pin: 'unpin', unpin: 'pin' } as const

/** Whether an action changes anything of a chat. */
export const isChangedBy = (action: ChangeAction, chat: ListedChat, folderId: string | null = null): boolean =>
  ({
    move: chat.folder_id !== folderId,
    archive: !chat.is_archived,
    restore: chat.is_archived,
    pin: !chat.is_pinned,
    unpin: chat.is_pinned,
  })[action]

const listFailed = (chats: readonly ListedChat[], results: readonly ChatResult[]): FailedChat[] =>
  results.flatMap((result) => {
    const chat = chats.find(({ id }) => id === result.id)
    return result.state === 'failed' && chat ? [{ chat, error: result.error }] : []
  })

/** Returns what changes many chats, with the report of the last change. */
export function useBulkChange() {
  const { mutateAsync, isPending } = useChangeChats()
  const [report, setReport] = useState<ChangeReport | null>(null)

  const canUndo = report !== null && report.undo !== null
  useEffect(() => {
    if (!canUndo) return
    // What failed stays on the screen.
    const timer = setTimeout(() => setReport((last) => (last && last.failed.length > 0 ? { ...last, undo: null } : null)), undoMs)
    return () => clearTimeout(timer)
  }, [canUndo, report])

  async function change(action: ChangeAction, selected: readonly ListedChat[], folderId: string | null = null) {
    const chats = selected.filter((chat) => isChangedBy(action, chat, folderId))
    if (chats.length === 0) return setReport({ action, count: 0, failed: [], undo: null })
    const ids = chats.map(({ id }) => id)
    const results = await mutateAsync({ change: action === 'move' ? { ids, action, folder_id: folderId } : { ids, action } })
    const done = chats.filter(({ id }) => results.some((result) => result.id === id && result.state === 'done'))
    const undo = async () => {
      setReport(null)
      for (const step of planUndo(action, done)) await mutateAsync({ change: step })
    }
    setReport({ action, count: done.length, failed: listFailed(chats, results), undo: done.length > 0 ? undo : null })
  }

  /** Returns the ids of those that could not be deleted. */
  async function remove(chats: readonly ListedChat[], keepalive: boolean): Promise<readonly string[]> {
    const ids = chats.map(({ id }) => id)
    try {
      const failed = listFailed(chats, await mutateAsync({ change: { ids, action: 'delete' }, keepalive }))
      if (failed.length > 0) setReport({ action: 'delete', count: ids.length - failed.length, failed, undo: null })
      return failed.map(({ chat }) => chat.id)
    } catch {
      // The mutation reports the error.
      return ids
    }
  }

  return { report, isPending, change, remove, dismiss: () => setReport(null) }
}

/** Returns the calls that put chats back: into their folders, or as they were. */
function planUndo(action: ChangeAction, chats: readonly ListedChat[]) {
  if (action !== 'move') return [{ ids: chats.map(({ id }) => id), action: reverse[action] }]
  return [...Map.groupBy(chats, ({ folder_id }) => folder_id)].map(([folder_id, group]) => ({
    ids: group.map(({ id }) => id),
    action,
    folder_id,
  }))
}
