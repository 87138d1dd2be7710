// Which tour is shown, if any; started by the offer at the first sign-in, or from the help.
import type { TourName } from './tour-steps.ts'

/** `offered` asks whether to begin; the name of a tour shows its steps. */
export type TourState = 'idle' | 'offered' | TourName

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
