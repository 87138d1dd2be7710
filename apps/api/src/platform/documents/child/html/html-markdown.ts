// Writes the content of a web page as Markdown.
// That for browsers: that for Node.js loads a second DOM, which is used for texts that are not parsed yet.
import TurndownService from 'turndown/lib/turndown.browser.cjs.js'
import type { PageElement } from './page-element.ts'
import { isLayout, readCaption, readTableRows } from './html-table.ts'
import { formatNumber } from '../office/number-formats.ts'
import { formatTable } from '../table.ts'

/** Numbers of lists by the attribute and by the names of styles; others are in digits. */
const listFormats: Readonly<Record<string, string>> = {
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
  'lower-alpha': 'lowerLetter',
  'lower-latin': 'lowerLetter',
  'upper-alpha': 'upperLetter',
  'upper-latin': 'upperLetter',
  'lower-roman': 'lowerRoman',
  'upper-roman': 'upperRoman',
  'cjk-ideographic': 'taiwaneseCountingThousand',
  'trad-chinese-informal': 'taiwaneseCountingThousand',
  'simp-chinese-informal': 'chineseCountingThousand',
  'japanese-informal': 'japaneseCounting',
  thai: 'thaiNumbers',
}

const readListFormat = (list: PageElement): string | undefined =>
  listFormats[list.getAttribute('type') ?? /list-style(?:-type)?:\s*([\w-]+)/.exec(list.getAttribute('style') ?? '')?.[1] ?? '']

const isNumbered = (node: PageElement) =>
  node.tagName === 'LI' && node.parentElement?.tagName === 'OL' && readListFormat(node.parentElement) !== undefined

function formatItem(content: string, item: PageElement): string {
  const list = item.parentElement
  if (!list) return content
  const items = Array.from(list.children).filter(({ tagName }) => tagName === 'LI')
  const number = Number.parseInt(list.getAttribute('start') ?? '1', 10) + items.indexOf(item)
  return `${formatNumber(number, readListFormat(list))}. ${content.trim().replaceAll('\n', '\n    ')}\n`
}

/** Nodes of linkedom, whose types TurndownService does not know. */
const toElement = (node: unknown) => node as PageElement

function formatTableOf(content: string, table: PageElement): string {
  if (isLayout(table)) return `\n\n${content}\n\n`
  const caption = readCaption(table)
  return `\n\n${caption && `${caption}\n\n`}${formatTable(readTableRows(table))}\n\n`
}

const service = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' })
  .addRule('table', { filter: 'table', replacement: (content, node) => formatTableOf(content, toElement(node)) })
  .addRule('numbered', {
    filter: (node) => isNumbered(toElement(node)),
    replacement: (content, node) => formatItem(content, toElement(node)),
  })
  .addRule('line', { filter: ['summary', 'legend', 'option', 'textarea'], replacement: (content) => `\n\n${content}\n\n` })
  // The address of an image does not help a reader of the text.
  .addRule('image', { filter: 'img', replacement: (_content, node) => node.getAttribute('alt') ?? '' })

const escape = service.escape.bind(service)
/** An underscore within a word needs no backslash, and names and subscripts have them. */
service.escape = (text) => {
  const escaped = escape(text)
  return text.includes('_') ? escaped.replaceAll(/(?<!\s)\\_(?=[\p{L}\p{N}(])/gu, '_') : escaped
}

export const toMarkdown = (page: PageElement): string => service.turndown(page)
