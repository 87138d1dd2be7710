// Prepares a web page for its text: what is struck out goes, superscripts and formulas become plain text.
import type { Findings } from './findings.ts'
import { formatMathml } from './mathml.ts'
import { formatRaised } from './raised-text.ts'

export type PageNode = PageElement | PageText
type PageText = { readonly nodeType: 3; readonly textContent: string }

/** What of the elements of linkedom is used. */
export type PageElement = {
  readonly nodeType: 1
  readonly tagName: string
  readonly textContent: string
  readonly childNodes: Iterable<PageNode>
  readonly children: Iterable<PageElement>
  readonly previousSibling: { readonly textContent: string } | null
  readonly parentElement: PageElement | null
  getAttribute(name: string): string | null
  matches(selector: string): boolean
  closest(selector: string): PageElement | null
  querySelector(selector: string): PageElement | null
  querySelectorAll(selector: string): Iterable<PageElement>
  replaceWith(text: string): void
  remove(): void
}

/** No longer valid. */
const struck = 'del, s, strike, [style*="line-through" i]'

/** The reading of ruby; the drawing of a formula that is there as MathML too; the source of one. */
const doubled = 'rt, rp, .katex-mathml + .katex-html, .MathJax_Preview, annotation, annotation-xml'

/** Links of a heading to itself: a sign that is none of its words. */
const selfLink = /^[¶#§🔗∞\u200b\s]{0,3}$/u

const list = (page: PageElement, selector: string) => Array.from(page.querySelectorAll(selector))

/** Changes a page so that its text content says what it shows. */
export function preparePage(page: PageElement, findings: Findings) {
  for (const element of list(page, struck)) {
    const text = element.textContent.replaceAll(/\s+/g, ' ').trim()
    if (text !== '' && !element.parentElement?.closest(struck)) findings.add('hidden', { at: text })
  }
  for (const element of list(page, `${struck}, ${doubled}`)) element.remove()
  for (const link of list(page, 'a[href*="#"]')) if (selfLink.test(link.textContent) && !link.querySelector('img')) link.remove()
  for (const formula of list(page, 'math')) formula.replaceWith(` ${formatMathml(formula)} `)
  // Inner ones first: what is in a superscript is a part of it.
  for (const element of list(page, 'sup, sub').toReversed()) {
    // An address of a note, not an exponent.
    if (element.querySelector('a')) continue
    const position = element.tagName === 'SUP' ? 'raised' : 'lowered'
    element.replaceWith(formatRaised(element.textContent, position, element.previousSibling?.textContent.slice(-1) ?? ''))
  }
}
