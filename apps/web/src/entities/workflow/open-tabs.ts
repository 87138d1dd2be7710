// Which tabs of this browser are open: each holds a lock of its name until it leaves its document.

const storageKey = 'heddle.tab'
const lockPrefix = 'heddle.tab/'
/** A reload may begin before the document before it has left. */
const claimMs = 1_000

/** Locks exist only in secure contexts; an intranet may use plain HTTP. */
const findLocks = () => navigator.locks as LockManager | undefined

let claimed: Promise<string> | undefined

/** Returns the id of this tab, which stays when it is reloaded. A duplicate of a tab has another one. */
export const claimTabId = (): Promise<string> => (claimed ??= claim())

async function claim(): Promise<string> {
  const id = await findFreeId()
  // Back from the cache of documents, where it counted as closed.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void hold(id)
  })
  return id
}

async function findFreeId(): Promise<string> {
  const known = sessionStorage.getItem(storageKey)
  if (known !== null && (await hold(known))) return known
  const fresh = crypto.getRandomValues(new Uint32Array(3)).join('-')
  sessionStorage.setItem(storageKey, fresh)
  await hold(fresh)
  return fresh
}

/**
 * Holds the lock of an id until the user leaves the document: the browser itself frees it later, and until then a tab that is closed or
 * reloaded would count as open. Returns whether no other tab has it.
 */
function hold(id: string): Promise<boolean> {
  const locks = findLocks()
  if (!locks) return Promise.resolve(true)
  return new Promise((resolve) => {
    locks
      .request(`${lockPrefix}${id}`, { signal: AbortSignal.timeout(claimMs) }, () => {
        resolve(true)
        return new Promise<void>((release) => window.addEventListener('pagehide', () => release(), { once: true }))
      })
      .catch(() => resolve(false))
  })
}

/** Returns the ids of the open tabs; none where the browser does not tell. */
export async function listOpenTabs(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await findLocks()?.query()) ?? {}
  return new Set(held.flatMap(({ name = '' }) => (name.startsWith(lockPrefix) ? [name.slice(lockPrefix.length)] : [])))
}
