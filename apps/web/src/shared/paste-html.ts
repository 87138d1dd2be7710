// A text field takes only plain text: HTML without it, as some office programs put a page with its pictures on the clipboard, would be lost.
import type { ClipboardEvent } from 'react'

/** Inserts the text of pasted HTML that has no plain text. */
export function pasteTextOfHtml(event: ClipboardEvent<HTMLTextAreaElement>): void {
  const { clipboardData, currentTarget: field } = event
  if (event.defaultPrevented || readPasted(clipboardData, 'text/plain') !== '') return
  const text = toText(readPasted(clipboardData, 'text/html'))
  if (text === '') return
  event.preventDefault()
  insertText(field, text)
}

/** Inserts a text in place of what is selected in the focused field, as if it were typed. */
export function insertText(field: HTMLTextAreaElement, text: string): void {
  // Only this way can the user undo it.
  if ('execCommand' in document && document.execCommand('insertText', false, text)) return
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }))
}

/** Returns one form of what is pasted; '' without it. */
export const readPasted = (data: DataTransfer, type: string): string => (data.types.includes(type) ? data.getData(type) : '')

const paragraphs = 'p, h1, h2, h3, h4, h5, h6, ul, ol, table, blockquote, pre'
const lines = 'div, li, tr, dt, dd, section, article, header, footer'
/** Characters for private use, which no text has. */
const [lineBreak, paragraphBreak] = ['\u{e000}', '\u{e001}']

/** Returns the text of HTML with its lines and paragraphs, as the browser would copy it. */
export function toText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of body.querySelectorAll('script, style, template')) element.remove()
  const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { currentNode: node } = texts
    if (node.parentElement?.closest('pre') === null) node.textContent = (node.textContent ?? '').replaceAll(/\s+/g, ' ')
  }
  for (const element of body.querySelectorAll('br')) element.replaceWith('\n')
  for (const element of body.querySelectorAll(':is(td, th) + :is(td, th)')) element.before('\t')
  for (const element of body.querySelectorAll(lines)) surround(element, lineBreak)
  for (const element of body.querySelectorAll(paragraphs)) surround(element, paragraphBreak)
  return (body.textContent ?? '')
    .replaceAll(/[ \n]*[\u{e000}\u{e001}][ \n\u{e000}\u{e001}]*/gu, (breaks) => (breaks.includes(paragraphBreak) ? '\n\n' : '\n'))
    .replaceAll(/ *([\n\t]) */g, '$1')
    .trim()
}

function surround(element: Element, mark: string) {
  element.before(mark)
  element.after(mark)
}
