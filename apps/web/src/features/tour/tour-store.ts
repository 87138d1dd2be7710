// Which tour is shown, if any; started by the offer at the first sign-in, or from the help.
import { createStore } from '#shared/external-store.ts'
import type { TourName } from './tour-steps.ts'

/** `offered` asks whether to begin; the name of a tour shows its steps. */
export type TourState = 'idle' | 'offered' | TourName

export const tourStore = createStore<TourState>('idle')
