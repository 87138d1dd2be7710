// The blocks of a reply that Markdown's own grammar of blocks does not have.
import { findDisplayBlock, readDisplayBlock } from '@heddle/text/prose/display-formula'
import { scanProse } from '@heddle/text/prose/prose-scanner'
import { Marked, type TokenizerExtension, type Tokens } from 'marked'
import { maxCharacters } from './limits.ts'

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
    if (!/^ {0,3}<details>/i.test(source)) return undefined
    const raw = source.slice(0, measureDetails(source))
    return raw.length > maxCharacters ? undefined : { type: 'details', raw }
  },
}

/** Returns how long the element is that a text begins with, to its end or that of the text. */
function measureDetails(source: string): number {
  let depth = 0
  let at = 0
  for (const { kind, text } of scanProse(source)) {
    at += text.length
    if (kind !== 'tag' || !/^<\/?details>$/i.test(text)) continue
    depth += text.startsWith('</') ? -1 : 1
    if (depth === 0) return at + (/^[^\S\n]*\n*/.exec(source.slice(at))?.[0].length ?? 0)
  }
  return source.length
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
    const lines = source.split('\n')
    let count = 1
    for (let at = 1; at < lines.length; at++) {
      const line = lines[at] ?? ''
      if (line.trim() === '') continue
      const continues = at === count && !newBlock.test(line)
      if (!continues && !/^(?: {4}|\t)/.test(line)) break
      count = at + 1
    }
    const raw = lines.slice(0, count).join('\n') + (count < lines.length ? '\n' : '')
    const text = raw.slice(opening.length).replaceAll(/\n(?: {1,4}|\t)/g, '\n').trim()
    return { type: 'note', raw, label, text }
  },
}

export const { defaults: blockSyntax } = new Marked({ extensions: [displayMath, details, note] })
