const storageKey = 'thought_process'

/** Whether the person last showed or hid a thought process; null when they never did. */
export function readThoughtChoice(): boolean | null {
  const stored = localStorage.getItem(storageKey)
  return stored === null ? null : stored === 'shown'
}

export function storeThoughtChoice(isShown: boolean): void {
  localStorage.setItem(storageKey, isShown ? 'shown' : 'hidden')
}
