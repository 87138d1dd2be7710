// The files of messages that are not sent and not on the service yet, in IndexedDB by the scope of their draft, so that a reload
// loses none. Where it can not be used, files live as long as the page.
import { clear, createStore, delMany, entries, get, set, del, type UseStore } from 'idb-keyval'

type Kept = { readonly savedAt: number; readonly files: readonly File[] }

/** As long as the words of a draft. */
const keptForMs = 30 * 24 * 60 * 60 * 1_000
/** Of all drafts together; the oldest go first. */
const maxBytes = 200 * 1024 * 1024

let opened: UseStore | undefined
const database = () => (opened ??= createStore('heddle.unsent-files', 'files'))

/** Keeps the files of a draft in the place of those kept before; none are kept of an empty list. */
export function keepFiles(scope: string, files: readonly File[]): Promise<void> {
  return orElse(undefined, async () => {
    if (files.length === 0) return del(scope, database())
    await set(scope, { savedAt: Date.now(), files } satisfies Kept, database())
    await dropKept(() => false)
  })
}

/** The files of a draft that were kept; none where there are none, or they can not be read. */
export const readKeptFiles = (scope: string): Promise<readonly File[]> =>
  orElse<readonly File[]>([], async () => (await get<Kept>(scope, database()))?.files ?? [])

/** Drops what is too old, and what belongs to another than the scopes that begin with `ownScopes`. */
export const dropStaleFiles = (ownScopes: string): Promise<void> =>
  orElse(undefined, () => dropKept((scope, { savedAt }) => !scope.startsWith(ownScopes) || savedAt < Date.now() - keptForMs))

export const dropAllKeptFiles = (): Promise<void> => orElse(undefined, () => clear(database()))

async function dropKept(isStale: (scope: string, kept: Kept) => boolean): Promise<void> {
  const newestFirst = (await entries<string, Kept>(database())).toSorted(([, one], [, other]) => other.savedAt - one.savedAt)
  let bytes = 0
  const dropped = newestFirst.filter(([scope, kept]) => {
    if (isStale(scope, kept)) return true
    bytes += kept.files.reduce((sum, { size }) => sum + size, 0)
    return bytes > maxBytes
  })
  if (dropped.length === 0) return
  const scopes = dropped.map(([scope]) => scope)
  await delMany(scopes, database())
}

/** Storage is full or forbidden for many reasons, none of which the person can do anything about here. */
async function orElse<T>(fallback: T, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch {
    return fallback
  }
}
