// Prepares a web page for its text: what is struck out goes, superscripts and formulas become plain text.
import type { Findings } from '../findings.ts'
import { formatMathml } from './mathml.ts'
import type { PageElement } from './page-element.ts'
import { formatRaised } from '../raised-text.ts'

/** Links of a heading to itself: a sign that is none of its words. */
const selfLink = /^[¶#§🔗∞\u200b\s]{0,3}$/u

/** No longer valid. */
const isStruck = (element: PageElement) =>
  /^(?:DEL|S|STRIKE)$/.test(element.tagName) || /line-through/i.test(element.getAttribute('style') ?? '')

/** The reading of ruby; the drawing of a formula that is there as MathML too. */
const isDoubled = (element: PageElement) =>
  /^(?:RT|RP)$/.test(element.tagName) || /^(?:katex-html|MathJax_Preview)$/.test(element.getAttribute('class') ?? '')

const isSelfLink = (element: PageElement) =>
  element.tagName === 'A' &&
  (element.getAttribute('href') ?? '').includes('#') &&
  selfLink.test(element.textContent) &&
  !element.querySelector('img')

function raise(element: PageElement) {
  // An address of a note, not an exponent.
  if (element.querySelector('a')) return
  const position = element.tagName === 'SUP' ? 'raised' : 'lowered'
  element.replaceWith(formatRaised(element.textContent, position, element.previousSibling?.textContent.slice(-1) ?? ''))
}

/** Changes a page so that its text content says what it shows. */
export function preparePage(page: PageElement, findings: Findings) {
  const raised: PageElement[] = []
  for (const element of Array.from(page.querySelectorAll('*'))) {
    const { tagName } = element
    if (isStruck(element)) {
      const text = element.textContent.replaceAll(/\s+/g, ' ').trim()
      // What is in another one went with it, and has no text of its own here.
      if (text !== '' && page.contains(element)) findings.add('hidden', { at: text })
      element.remove()
    } else if (isDoubled(element) || isSelfLink(element)) element.remove()
    else if (/^math$/i.test(tagName)) element.replaceWith(` ${formatMathml(element)} `)
    else if (tagName === 'SUP' || tagName === 'SUB') raised.push(element)
  }
  // Inner ones first: what is in a superscript is a part of it.
  for (const element of raised.toReversed()) raise(element)
}
