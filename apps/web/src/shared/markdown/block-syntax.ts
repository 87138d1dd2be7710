// The blocks of a reply that Markdown's own grammar of blocks does not have.
import { findDisplayBlock, readDisplayBlock } from '@heddle/text/prose/display-formula'
import { Marked, type TokenizerExtension, type Tokens } from 'marked'
import { maxCharacters, maxElementDepth } from './limits.ts'

export type NoteToken = Tokens.Generic & { type: 'note'; label: string; text: string }

const endOfParagraph = /\n[^\S\n]*\n/

/** Returns where the pattern stands in the paragraph that a text begins with. */
function findInParagraph(text: string, pattern: RegExp): number | undefined {
  const at = text.slice(0, endOfParagraph.exec(text)?.index).search(pattern)
  return at === -1 ? undefined : at
}

const displayMath: TokenizerExtension = {
  name: 'displayMath',
  level: 'block',
  start: findDisplayBlock,
  tokenizer(source) {
    const raw = readDisplayBlock(source)
    return raw === '' ? undefined : { type: 'displayMath', raw }
  },
}

/** What folds is one block up to its end, with the blocks in it. */
const details: TokenizerExtension = {
  name: 'details',
  level: 'block',
  start: (text) => findInParagraph(text, /^ {0,3}<details>/im),
  tokenizer(source) {
    const end = /^ {0,3}<details>/i.test(source) ? measureDetails(source) : null
    return end === null ? undefined : { type: 'details', raw: source.slice(0, end) }
  },
}

const codeSpan = /(`+)[^`]*\1/g

/** Returns how long the element is that a text begins with, to its end or that of the text; null when it is too much to be drawn. */
function measureDetails(source: string): number | null {
  let depth = 0
  let fence: string | null = null
  for (const { line, at } of readLines(source)) {
    if (at > maxCharacters) return null
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence !== null && mark?.startsWith(fence)) fence = null
    else if (fence === null && mark !== undefined) fence = mark
    else if (fence === null) {
      for (const { 0: tag, index } of line.replaceAll(codeSpan, (code) => ' '.repeat(code.length)).matchAll(/<\/?details>/gi)) {
        depth += tag.startsWith('</') ? -1 : 1
        if (depth > maxElementDepth) return null
        if (depth > 0) continue
        const end = at + index + tag.length
        return end + (/^[^\S\n]*\n*/.exec(source.slice(end, end + maxCharacters))?.[0].length ?? 0)
      }
    }
  }
  return source.length
}

function* readLines(source: string) {
  for (let at = 0; at < source.length;) {
    const end = source.indexOf('\n', at)
    const line = end === -1 ? source.slice(at) : source.slice(at, end)
    yield { line, at }
    at += line.length + 1
  }
}

const noteOpening = /^ {0,3}\[\^([^\]\s[]{1,100})\]:[ \t]*/
const newBlock = /^(?: {0,3}(?:\[\^|[-*+>#|]|\d{1,9}[.)]\s|`{3}|~{3}|\$\$|\\\[))/

/** A footnote (GFM): its first line, those that are indented, and the lines that continue a paragraph of it. */
const note: TokenizerExtension = {
  name: 'note',
  level: 'block',
  start: (text) => findInParagraph(text, /^ {0,3}\[\^[^\]\s[]{1,100}\]:/m),
  tokenizer(source) {
    const [opening = '', label] = noteOpening.exec(source) ?? []
    if (label === undefined) return undefined
    let end = 0
    let isBehindBlank = false
    for (const { line, at } of readLines(source)) {
      const isBlank = line.trim() === ''
      const isInside = at === 0 || /^(?: {4}|\t)/.test(line) || (!isBehindBlank && !newBlock.test(line))
      if (!isBlank && !isInside) break
      if (!isBlank) end = at + line.length
      isBehindBlank = isBlank
    }
    const raw = source.slice(0, source[end] === '\n' ? end + 1 : end)
    const text = raw
      .slice(opening.length)
      .replaceAll(/\n(?: {1,4}|\t)/g, '\n')
      .trim()
    return { type: 'note', raw, label, text }
  },
}

export const { defaults: blockSyntax } = new Marked({ extensions: [displayMath, details, note] })
