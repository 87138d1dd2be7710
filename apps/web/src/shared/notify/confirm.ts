// The global confirmation dialog: opened from anywhere, rendered by ConfirmHost.
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

let pending: Pending | null = null
let wasAsked = false
const listeners = new Set<() => void>()

function show(next: Pending | null) {
  pending = next
  wasAsked = true
  for (const listener of listeners) listener()
}

/** Asks the user; resolves to true when they confirm, false when they cancel. A new question cancels the previous one. */
export function confirm(question: Confirmation): Promise<boolean> {
  pending?.answer(false)
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
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  read: () => pending,
  /** Returns whether there has been a question; the dialog's code is loaded with the first one. */
  wasAsked: () => wasAsked,
}
