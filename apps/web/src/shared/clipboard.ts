/** Copies a text; rejects when the browser does not let it. */
export async function copyText(text: string): Promise<void> {
  // The Clipboard API exists only in secure contexts, and an intranet may be served over plain HTTP.
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (clipboard) return clipboard.writeText(text)

  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  field.style.opacity = '0'
  // Inside an open dialog, or its focus trap would take the selection away.
  const parent = document.activeElement?.closest('[role="dialog"]') ?? document.body
  const before = document.activeElement
  parent.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus()
  if (!isCopied) throw new Error('The browser did not copy')
}
