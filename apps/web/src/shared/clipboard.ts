/** Returns the text on the clipboard; throws when the browser does not permit it, as without TLS. */
export async function readCopiedText(): Promise<string> {
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (!clipboard) throw new Error('The browser has no clipboard to read')
  return clipboard.readText()
}

/** A text as plain text, and as HTML for what pastes it formatted. */
export type CopiedText = { readonly text: string; readonly html?: string | undefined }

/** Copies a text; throws when the browser does not permit it. */
export async function copyText(copied: string | CopiedText): Promise<void> {
  const { text, html } = typeof copied === 'string' ? { text: copied, html: undefined } : copied
  // The Clipboard API exists only in secure contexts; an intranet may use plain HTTP.
  const clipboard = navigator.clipboard as Clipboard | undefined
  // Older browsers have no items that a page may write.
  if (clipboard && (html === undefined || !('ClipboardItem' in globalThis))) return clipboard.writeText(text)
  if (clipboard && html !== undefined) {
    return clipboard.write([new ClipboardItem({ 'text/plain': toBlob(text, 'text/plain'), 'text/html': toBlob(html, 'text/html') })])
  }

  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  field.style.opacity = '0'
  // Inside an open dialog, because its focus trap would clear the selection.
  const parent = document.activeElement?.closest('[role="dialog"]') ?? document.body
  const before = document.activeElement
  parent.append(field)
  field.select()
  field.addEventListener('copy', (event) => writeCopied(event, { text, html }))
  const isCopied = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus()
  if (!isCopied) throw new Error('The browser did not copy')
}

const toBlob = (text: string, type: string) => new Blob([text], { type })

/** Writes what a copy puts on the clipboard, instead of what is selected. */
export function writeCopied(event: ClipboardEvent, { text, html }: CopiedText): void {
  if (!event.clipboardData) return
  event.clipboardData.setData('text/plain', text)
  if (html !== undefined) event.clipboardData.setData('text/html', html)
  event.preventDefault()
}
