// The unsaved drafts of workflows, in IndexedDB, so that a reload or a crash loses nothing. Each tab has its own copy.
import { clear, createStore, del, entries, set, type UseStore } from 'idb-keyval'
import { claimTabId, listOpenTabs } from './open-tabs.ts'

let opened: UseStore | undefined
const openDatabase = () => (opened ??= createStore('heddle.unsaved-workflows', 'drafts'))

type Kept<Copy> = { readonly copy: Copy; readonly keptAt: number }

/** A copy of a tab that is closed. */
export type ClosedCopy<Copy> = Kept<Copy> & { readonly key: string }

export type DraftCopies<Copy> = {
  /** The key of this tab's copy. */
  readonly key: string
  /** This tab's copy, of before a reload; null when there is none. */
  readonly own: Copy | null
  /** The latest first. */
  readonly closed: readonly ClosedCopy<Copy>[]
}

/** Replaces the copy; null removes it. Throws when the browser stores nothing. */
export const keepDraftCopy = (key: string, copy: unknown): Promise<void> =>
  copy === null ? del(key, openDatabase()) : set(key, { copy, keptAt: Date.now() } satisfies Kept<unknown>, openDatabase())

/** Returns the copies that a user has of a workflow in this browser; none when they cannot be read. */
export async function readDraftCopies<Copy>(userId: string, workflowId: string): Promise<DraftCopies<Copy>> {
  const tabId = await claimTabId()
  const prefix = `${userId}/${workflowId}/`
  const key = `${prefix}${tabId}`
  try {
    const [open, all] = await Promise.all([listOpenTabs(), entries<string, Kept<Copy>>(openDatabase())])
    const mine = all.filter(([each]) => each.startsWith(prefix))
    return {
      key,
      own: mine.find(([each]) => each === key)?.[1].copy ?? null,
      closed: mine
        .filter(([each]) => each !== key && !open.has(each.slice(prefix.length)))
        .map(([each, kept]) => ({ key: each, ...kept }))
        .toSorted((one, other) => other.keptAt - one.keptAt),
    }
  } catch {
    return { key, own: null, closed: [] }
  }
}

export async function dropAllDraftCopies(): Promise<void> {
  try {
    await clear(openDatabase())
  } catch {
    // Storage that cannot be opened has no copies.
  }
}
