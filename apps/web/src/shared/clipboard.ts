/** Returns the text on the clipboard; throws when the browser does not permit it, as without TLS. */
export async function readCopiedText(): Promise<string> {
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (!clipboard) throw new Error('The browser has no clipboard to read')
  return clipboard.readText()
}

/** Copies a text; throws when the browser does not permit it. */
export async function copyText(text: string): Promise<void> {
  // The Clipboard API exists only in secure contexts; an intranet may use plain HTTP.
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (clipboard) return clipboard.writeText(text)

  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  field.style.opacity = '0'
  // Inside an open dialog, because its focus trap would clear the selection.
  const parent = document.activeElement?.closest('[role="dialog"]') ?? document.body
  const before = document.activeElement
  parent.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus()
  if (!isCopied) throw new Error('The browser did not copy')
}
