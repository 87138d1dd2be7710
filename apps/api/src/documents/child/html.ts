import { limits } from '@heddle/contracts/limits'
import { Parser } from 'htmlparser2'
import { parseHTML } from 'linkedom'
import TurndownService from 'turndown'
import type { ReadPart } from '../document.ts'
import { decodeText } from './decode-text.ts'
import { Refusal } from './refusal.ts'
import { formatTable } from './table.ts'
import { toSinglePart } from './text.ts'

/** The encoding that a page names in its first kilobyte. */
function readCharset(bytes: Buffer): string | undefined {
  const label = /<meta[^>]+charset=["']?([\w-]+)/i.exec(bytes.subarray(0, 1_024).toString('latin1'))?.[1]
  try {
    return label && new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}

const ignoredElements = 'script, style, noscript, template, iframe, object, embed, svg, math, head, title'

type Element = { readonly textContent: string; querySelectorAll(selector: string): Iterable<Element> }

const toText = ({ textContent }: Element) => textContent.replaceAll(/\s+/g, ' ').trim()

/** A table in a table is text of its cell. */
const readRows = (table: Element) => Array.from(table.querySelectorAll('tr'), (row) => Array.from(row.querySelectorAll('th, td'), toText))

const toMarkdown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' })
  .addRule('table', { filter: 'table', replacement: (_content, node) => `\n\n${formatTable(readRows(node))}\n\n` })
  // The address of an image does not help a reader of the text.
  .addRule('image', { filter: 'img', replacement: (_content, node) => node.getAttribute('alt') ?? '' })

/** Refuses a page whose elements are nested so deeply that the libraries, which call themselves for each level, would not end. */
function refuseDeepNesting(html: string) {
  let depth = 0
  // linkedom has the same parser: what is open at once here is nested there.
  const parser = new Parser({
    onopentagname() {
      depth += 1
      if (depth > limits.htmlDepth) throw new Refusal('FILE_NESTED_TOO_DEEPLY')
    },
    onclosetag() {
      depth -= 1
    },
  })
  parser.end(html)
}

/** A page as Markdown, without what a browser would run or draw. Nothing that it refers to is fetched. */
export function readHtml(bytes: Buffer): ReadPart {
  const html = decodeText(bytes, readCharset(bytes))
  refuseDeepNesting(html)
  const { document } = parseHTML(/<(html|body)\b/i.test(html) ? html : `<html><body>${html}</body></html>`)
  for (const element of document.querySelectorAll(ignoredElements)) element.remove()
  return toSinglePart(toMarkdown.turndown(document.documentElement))
}
