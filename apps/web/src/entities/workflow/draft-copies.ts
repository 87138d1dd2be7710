// The unsaved drafts of workflows, in IndexedDB, so that a reload or a crash loses nothing.
import { clear, createStore, del, get, set, type UseStore } from 'idb-keyval'

let opened: UseStore | undefined
const openDatabase = () => (opened ??= createStore('heddle.unsaved-workflows', 'drafts'))

/** Replaces the copy; null removes it. Throws when the browser stores nothing. */
export const keepDraftCopy = (key: string, copy: unknown): Promise<void> =>
  copy === null ? del(key, openDatabase()) : set(key, copy, openDatabase())

/** Returns the copy; null when there is none or it cannot be read. */
export async function readDraftCopy(key: string): Promise<unknown> {
  try {
    return (await get<unknown>(key, openDatabase())) ?? null
  } catch {
    return null
  }
}

export async function dropAllDraftCopies(): Promise<void> {
  try {
    await clear(openDatabase())
  } catch {
    // Storage that cannot be opened has no copies.
  }
}
