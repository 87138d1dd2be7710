// The files of unsent messages that are not uploaded yet, in IndexedDB by the scope of their draft, so that a reload loses none.
// Without IndexedDB, files live as long as the page.
import { clear, createStore, delMany, entries, get, set, del, type UseStore } from 'idb-keyval'

import { pageScopes } from './page-scopes.ts'

type Kept = { readonly savedAt: number; readonly files: readonly File[] }

/** As long as the text of a draft. */
const maxAgeMs = 30 * 24 * 60 * 60 * 1_000
/** Of all drafts together; the oldest files are dropped first. */
const maxBytes = 200 * 1024 * 1024

let opened: UseStore | undefined
const openDatabase = () => (opened ??= createStore('heddle.unsent-files', 'files'))

/** Replaces the kept files of a draft; an empty list removes them, and of a draft that stays in the page none are kept. */
export function keepFiles(scope: string, files: readonly File[]): Promise<void> {
  return withFallback(undefined, async () => {
    if (files.length === 0 || pageScopes.has(scope)) return del(scope, openDatabase())
    await set(scope, { savedAt: Date.now(), files } satisfies Kept, openDatabase())
    await dropKept(() => false)
  })
}

/** Returns the kept files of a draft; an empty list when there are none or they cannot be read. */
export const readKeptFiles = (scope: string): Promise<readonly File[]> =>
  withFallback<readonly File[]>([], async () => (await get<Kept>(scope, openDatabase()))?.files ?? [])

/** Drops the files that are too old, and those of scopes that do not begin with `ownScopes`. */
export const dropStaleFiles = (ownScopes: string): Promise<void> =>
  withFallback(undefined, () => dropKept((scope, { savedAt }) => !scope.startsWith(ownScopes) || savedAt < Date.now() - maxAgeMs))

export const dropAllKeptFiles = (): Promise<void> => withFallback(undefined, () => clear(openDatabase()))

async function dropKept(isStale: (scope: string, kept: Kept) => boolean): Promise<void> {
  const newestFirst = (await entries<string, Kept>(openDatabase())).toSorted(([, one], [, other]) => other.savedAt - one.savedAt)
  let bytes = 0
  const dropped = newestFirst.filter(([scope, kept]) => {
    if (isStale(scope, kept)) return true
    bytes += kept.files.reduce((sum, { size }) => sum + size, 0)
    return bytes > maxBytes
  })
  if (dropped.length === 0) return
  const scopes = dropped.map(([scope]) => scope)
  await delMany(scopes, openDatabase())
}

/** Returns `fallback` when storage fails: the user can do nothing about full or forbidden storage here. */
async function withFallback<T>(fallback: T, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch {
    return fallback
  }
}
