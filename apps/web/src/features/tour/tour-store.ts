// Whether the tour is shown; started by the offer at the first sign-in, or from the help.

/** `offered` asks whether to begin; `running` shows the steps. */
export type TourState = 'idle' | 'offered' | 'running'

let state: TourState = 'idle'
const listeners = new Set<() => void>()

export const tourStore = {
  read: () => state,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  set: (next: TourState) => {
    state = next
    for (const listener of listeners) listener()
  },
}
