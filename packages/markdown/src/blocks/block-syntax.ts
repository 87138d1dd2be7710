// The blocks of a reply that Markdown's own grammar of blocks does not have.
import { findDisplayBlock, readDisplayBlock } from '@heddle/text/prose/display-formula'
import { Marked, type Token, type TokenizerExtension, type Tokens } from 'marked'
import { maxCharacters, maxElementDepth } from '../limits.ts'

export type NoteToken = Tokens.Generic & { type: 'note'; label: string; text: string }
export type DetailsToken = Tokens.Generic & { type: 'details'; text: string; notes: readonly NoteToken[] }

/** A list or a quote whose footnotes were taken out. */
export type NotedToken = Tokens.Generic & { type: 'noted'; notes: readonly NoteToken[]; blocks: Token[] }

const endOfParagraph = /\n[^\S\n]*\n/

/** Returns where the pattern stands in the paragraph that a text begins with; `mark` is a part of it, which most have not. */
function findInParagraph(text: string, mark: string, pattern: RegExp): number | undefined {
  const markAt = text.indexOf(mark)
  if (markAt === -1) return undefined
  const end = endOfParagraph.exec(text)?.index ?? text.length
  if (markAt > end) return undefined
  const at = text.slice(0, end).search(pattern)
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

/** What folds is one block up to its end, with the blocks in it; its footnotes are those of the reply. */
const details: TokenizerExtension = {
  name: 'details',
  level: 'block',
  start: (text) => findInParagraph(text, '<', /(?<=\n) {0,3}<details>/i),
  tokenizer(source) {
    const end = /^ {0,3}<details>/i.test(source) ? measureDetails(source) : null
    if (end === null) return undefined
    const raw = source.slice(0, end)
    return { type: 'details', raw, ...takeNotes(raw) }
  },
}

/** Parts the footnotes of a block from the rest of its text, those of its lists and quotes too. */
export function takeNotes(raw: string): Pick<DetailsToken, 'text' | 'notes'> {
  const notes: NoteToken[] = []
  if (!raw.includes('[^')) return { text: raw, notes }
  let text = ''
  let restAt = 0
  for (const { line, at, isCode } of readLines(raw)) {
    const margin = isCode || at < restAt ? undefined : nestedNote.exec(line)?.[1]
    if (margin === undefined) continue
    const inside = readInside(raw.slice(at), margin)
    const found = readNote(inside)
    if (!found) continue
    notes.push(found)
    text += raw.slice(restAt, at)
    restAt = at + measureLines(raw.slice(at), found.raw.trimEnd().split('\n').length)
  }
  return { text: text + raw.slice(restAt), notes }
}

const nestedNote = /^((?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*)\[\^[^\]\s[]{1,100}\]:/

/** The lines of a list item or a quote, from one that begins with its margin, without it. */
function readInside(source: string, margin: string): string {
  const further = margin.replaceAll(/[^>\s]/g, ' ')
  const lines = source.split('\n')
  const end = lines.findIndex((line, index) => index > 0 && !line.startsWith(further) && line.trim() !== further.trim())
  const inside = end === -1 ? lines : lines.slice(0, end)
  return inside.map((line, index) => (index === 0 ? line.slice(margin.length) : line.slice(further.length))).join('\n')
}

function measureLines(source: string, count: number): number {
  let end = 0
  for (let line = 0; line < count; line++) end = source.indexOf('\n', end) + 1 || source.length + 1
  return Math.min(end, source.length)
}

const codeSpan = /(`+)[^`]*\1/g

/** Returns how long the element is that a text begins with, to its end or that of the text; null when it is too much to be drawn. */
function measureDetails(source: string): number | null {
  let depth = 0
  for (const { line, at, isCode } of readLines(source)) {
    if (at > maxCharacters) return null
    if (isCode) continue
    for (const { 0: tag, index } of line.replaceAll(codeSpan, (code) => ' '.repeat(code.length)).matchAll(/(?<!\\)<\/?details>/gi)) {
      depth += tag.startsWith('</') ? -1 : 1
      if (depth > maxElementDepth) return null
      if (depth > 0) continue
      const end = at + index + tag.length
      return end + (/^[^\S\n]*\n*/.exec(source.slice(end, end + maxCharacters))?.[0].length ?? 0)
    }
  }
  return source.length
}

/** The lines of a text, and which of them are those of a fenced block. */
function* readLines(source: string) {
  let fence: string | null = null
  for (let at = 0; at < source.length;) {
    const end = source.indexOf('\n', at)
    const line = end === -1 ? source.slice(at) : source.slice(at, end)
    const mark = /^[\s>]*(`{3,}|~{3,})/.exec(line)?.[1]
    const isCode = fence !== null || mark !== undefined
    if (fence === null && mark !== undefined) fence = mark
    else if (fence !== null && mark?.startsWith(fence)) fence = null
    yield { line, at, isCode }
    at += line.length + 1
  }
}

const noteOpening = /^ {0,3}\[\^([^\]\s[]{1,100})\]:[ \t]*/
const newBlock = /^(?: {0,3}(?:\[\^|<\/?(?:details|summary)>|[-*+>#|]|\d{1,9}[.)]\s|`{3}|~{3}|\$\$|\\\[))/i

const note: TokenizerExtension = {
  name: 'note',
  level: 'block',
  start: (text) => findInParagraph(text, '[^', /(?<=\n) {0,3}\[\^[^\]\s[]{1,100}\]:/),
  tokenizer: (source) => readNote(source) ?? undefined,
}

/** Reads a footnote (GFM): its first line, those that are indented, and the lines that continue a paragraph of it. */
function readNote(source: string): NoteToken | null {
  const [opening = '', label] = noteOpening.exec(source) ?? []
  if (label === undefined) return null
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
}

export const { defaults: blockSyntax } = new Marked({ extensions: [displayMath, details, note] })
