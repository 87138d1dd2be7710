// State outside React: components follow it with `useSyncExternalStore(store.subscribe, store.read)`. zustand/vanilla was weighed: it merges
// what it is given into an object, and these states are elements, lists and names too.

/** Creates an event; `subscribe` returns the function that unsubscribes. */
export function createEvent<Arguments extends unknown[] = []>() {
  const listeners = new Set<(...details: Arguments) => void>()
  return {
    subscribe: (listener: (...details: Arguments) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    emit: (...details: Arguments) => {
      for (const listener of listeners) listener(...details)
    },
    /** Forgets all listeners. */
    clear: () => listeners.clear(),
  }
}

export type Store<State> = ReturnType<typeof createStore<State>>

/** Creates a value whose changes are notified at once. */
export function createStore<State>(initial: State) {
  let state = initial
  const { subscribe, emit, clear } = createEvent()
  const set = (next: State) => {
    state = next
    emit()
  }
  return {
    subscribe,
    read: () => state,
    set,
    /** Changes some properties. */
    update: (change: Partial<State>) => set({ ...state, ...change }),
    clearListeners: clear,
  }
}

/** Returns a function that runs `publish` once before the next paint, however often it is called until then. */
export function oncePerFrame(requestFrame: (callback: () => void) => void, publish: () => void): () => void {
  let isRequested = false
  return () => {
    if (isRequested) return
    isRequested = true
    requestFrame(() => {
      isRequested = false
      publish()
    })
  }
}
