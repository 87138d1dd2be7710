import { useEffect } from 'react'
import { dropStaleFiles } from '#entities/chat/kept-files.ts'
import { useMe } from '#entities/auth/session.queries.ts'
import { dropOldDrafts, toUserPrefix } from './drafts.ts'

/** Drops unsent texts and files that are too old, and the files of other users. */
export function useDropStaleDrafts(): void {
  const { id: userId } = useMe()
  useEffect(() => {
    dropOldDrafts()
    void dropStaleFiles(toUserPrefix(userId))
  }, [userId])
}
