import { useSyncExternalStore } from 'react'
import { draftStore, writeDraft } from './drafts.ts'

/** The words in the composer of a chat; they survive a reload. */
export function useDraft(scope: string): [text: string, setText: (text: string) => void] {
  const text = useSyncExternalStore(draftStore.subscribe, () => draftStore.text(scope))
  return [text, (next) => writeDraft(scope, next)]
}
