// The global confirmation dialog: opened from anywhere, rendered by ConfirmHost.
import { createStore } from '../external-store.ts'

export type Confirmation = {
  title: string
  message: string
  /** The label of the confirming button; "Confirm" by default. */
  confirmLabel?: string
  cancelButton?: boolean
  width?: number
  /** Red, for what cannot be undone. */
  danger?: boolean
  /** The action on confirming. The dialog stays open meanwhile, shows its error, and can retry it. */
  act?: () => Promise<unknown>
}

type Pending = Confirmation & { answer: (confirmed: boolean) => void }

const pending = createStore<Pending | null>(null)
let wasAsked = false

function show(next: Pending | null) {
  wasAsked = true
  pending.set(next)
}

/** Asks the user; resolves to true when they confirm, false when they cancel. A new question cancels the previous one. */
export function confirm(question: Confirmation): Promise<boolean> {
  pending.read()?.answer(false)
  return new Promise((resolve) => {
    show({
      ...question,
      answer: (confirmed) => {
        show(null)
        resolve(confirmed)
      },
    })
  })
}

export const confirmStore = {
  subscribe: pending.subscribe,
  read: pending.read,
  /** Returns whether there has been a question; the dialog's code is loaded with the first one. */
  wasAsked: () => wasAsked,
}
