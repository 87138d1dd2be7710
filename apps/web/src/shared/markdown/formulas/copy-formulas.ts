// Copies a selection with formulas as their source, in whole formulas: what KaTeX draws is each letter twice, and no page's but ours.
// KaTeX's own `copy-tex` leaves its drawing in the HTML, and the lines of the text in one.
import { writeCopied } from '../../clipboard.ts'
import { readLines, toPlainHtml } from '../plain-html.ts'

/** Copies so from now on, in the whole document. */
export function copyFormulasAsSource(): void {
  document.addEventListener('copy', copySelection)
}

function copySelection(event: ClipboardEvent) {
  const selection = getSelection()
  if (event.defaultPrevented || !selection || selection.isCollapsed) return
  const range = selection.getRangeAt(0).cloneRange()
  const first = findFormula(range.startContainer)
  const last = findFormula(range.endContainer)
  if (first) range.setStartBefore(first)
  if (last) range.setEndAfter(last)
  const copy = range.cloneContents()
  if (!copy.querySelector('.katex')) return
  const html = toPlainHtml(copy)
  writeCopied(event, { html, text: readLines(html) })
}

const findFormula = (node: Node): Element | null => {
  const element = node instanceof Element ? node : node.parentElement
  return element?.closest('.katex-display') ?? element?.closest('.katex') ?? null
}
