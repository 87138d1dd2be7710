// The global confirm dialog: asked from anywhere, shown by ConfirmHost.
export type Confirmation = {
  title: string
  message: string
  /** What the button says that confirms, where "Confirm" would leave open what happens. */
  confirmLabel?: string
  cancelButton?: boolean
  width?: number
  /** Red, for what can not be undone. */
  danger?: boolean
  /** What is done on confirming, with the dialog open: what fails is said in it, and it can be tried again. */
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

/** Asks, and stays open until the person confirms (true) or cancels (false). A new question cancels the one before it. */
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
  /** Whether there ever was a question: until then nothing needs to be ready to show one. */
  wasAsked: () => wasAsked,
}
