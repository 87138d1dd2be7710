// The question whether it is still the user: asked by the client of the API, answered by the dialog that the shell renders.
import { createStore } from '../external-store.ts'

type Question = { readonly result: Promise<boolean>; readonly answer: (isConfirmed: boolean) => void }

const pending = createStore<Question | null>(null)
let hosts = 0

/**
 * Asks the user to confirm who they are; calls that wait for it share one question. Resolves to false when they cancel, and where no page
 * can ask.
 */
export function requestStepUp(): Promise<boolean> {
  const current = pending.read()
  if (current) return current.result
  if (hosts === 0) return Promise.resolve(false)
  let resolve: (isConfirmed: boolean) => void
  const result = new Promise<boolean>((settle) => {
    resolve = settle
  })
  pending.set({
    result,
    answer: (isConfirmed) => {
      pending.set(null)
      resolve(isConfirmed)
    },
  })
  return result
}

export const stepUpStore = {
  read: pending.read,
  /** Follows the question as the one that shows it. */
  subscribe: (listener: () => void) => {
    hosts += 1
    const unsubscribe = pending.subscribe(listener)
    return () => {
      hosts -= 1
      unsubscribe()
    }
  },
}
