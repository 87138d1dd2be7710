import type { ReadingSettings } from '@heddle/contracts/document/reading'
import { limits } from '@heddle/contracts/limits'
import { Parser } from 'htmlparser2'
import { parseHTML } from 'linkedom'
import { decodeText } from '../text/decode-text.ts'
import { createFindings } from '../findings.ts'
import { toMarkdown } from './html-markdown.ts'
import { preparePage } from './html-page.ts'
import type { PageElement as Element } from './page-element.ts'
import { foreignElements, surroundingElements } from './page-furniture.ts'
import { type ReadPart, toSinglePart } from '../read-part.ts'
import { DocumentRefusal } from '../refusal.ts'
import { findMarkdownBlocks } from '../text/text-blocks.ts'

const ignoredElements = 'script, style, noscript, template, iframe, object, embed, svg, head, title'

/** What every page of a site repeats around its content. */
const siteElements = `nav, footer, [role="navigation"], [role="search"], [role="contentinfo"], ${surroundingElements}`

/** A page that says less beside them consists of links: then they are its content. */
const minContentShare = 0.25

const toText = ({ textContent }: Element) => textContent.replaceAll(/\s+/g, ' ').trim()

/** Throws `FILE_NESTED_TOO_DEEPLY` before the libraries, which recurse for each level, overflow the stack. */
function refuseDeepNesting(html: string) {
  let depth = 0
  // linkedom uses the same parser, so the depth measured here is the depth there.
  const parser = new Parser({
    onopentagname() {
      depth += 1
      if (depth > limits.htmlDepth) throw new DocumentRefusal('FILE_NESTED_TOO_DEEPLY')
    },
    onclosetag() {
      depth -= 1
    },
  })
  parser.end(html)
}

/** A footer within an article is part of it. */
const isOfSite = (element: Element) => !element.matches('footer') || !element.closest('article, main, section, blockquote')

function parsePage(html: string): Element {
  const { document } = parseHTML(/<(html|body)\b/i.test(html) ? html : `<html><body>${html}</body></html>`)
  for (const element of document.querySelectorAll(ignoredElements)) element.remove()
  return document.documentElement
}

const remove = (page: Element, selector: string) => {
  for (const element of Array.from(page.querySelectorAll(selector)).filter(isOfSite)) element.remove()
}

/** Without what is foreign to it, unless the page has nothing else. */
function parseOwnPage(html: string) {
  const page = parsePage(html)
  remove(page, foreignElements)
  return toText(page) === '' ? parsePage(html) : page
}

function parseContent(html: string) {
  const page = parseOwnPage(html)
  const all = toText(page).length
  remove(page, siteElements)
  return toText(page).length >= all * minContentShare ? page : parseOwnPage(html)
}

/** Returns the content of a page as Markdown, without scripts, styles, graphics and navigation. Fetches no linked resource. */
export function readHtml(bytes: Buffer, settings: ReadingSettings = {}): ReadPart {
  const findings = createFindings()
  const html = decodeText(bytes, settings, findings)
  refuseDeepNesting(html)
  const page = parseContent(html)
  preparePage(page, findings)
  return { ...toSinglePart(toMarkdown(page), findMarkdownBlocks), findings: findings.list() }
}
