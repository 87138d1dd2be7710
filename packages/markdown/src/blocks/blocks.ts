// Splits a growing Markdown text into top-level blocks, so that a finished block is parsed and rendered once, and an update costs
// only its last blocks.
import { Lexer, type Token, type Tokens } from 'marked'
import { cutLines, cutList, cutTable, firstNumber } from './block-pieces.ts'
import { blockSyntax, type DetailsToken, type NotedToken, type NoteToken, takeNotes } from './block-syntax.ts'
import { isTooMuch, limitDepth, maxBlocks, maxCharacters, maxDefinitionCharacters, maxTableGroups } from '../limits.ts'

export type MarkdownBlock =
  | { kind: 'markdown'; text: string }
  /** Each group of rows is read behind the same head. */
  | { kind: 'table'; head: string; groups: readonly string[] }
  /** Not to be formatted. */
  | { kind: 'plain'; text: string }
  | { kind: 'code'; code: string; language: string; isClosed: boolean }

/** A footnote as it was written. */
export type WrittenNote = { readonly label: string; readonly text: string }

export type SplitMarkdown = {
  blocks: readonly MarkdownBlock[]
  /** The link definitions of the whole text, which any block may refer to. */
  definitions: string
  notes: readonly WrittenNote[]
  /** Of the numbers of its lists. */
  maxDigits: number
}

/** The texts of a block that are read, one by one; none of what is not formatted. */
export function listPieces(block: MarkdownBlock): readonly string[] {
  if (block.kind === 'table') return block.groups.map((rows) => `${block.head}\n${rows}`)
  return block.kind === 'markdown' ? [block.text] : []
}

// `1. a` then `2` is a list and a paragraph until the dot arrives: the last token but one may still change.
const openTokens = 2

/** Splits the successive states of one text; what earlier states have settled is not looked at again. */
export class BlockSplitter {
  #settledText = ''
  #settledTokens: Token[] = []
  #settled: MarkdownBlock[] = []
  #hasBegun = false

  /** Whether it has split a text before. */
  get hasBegun(): boolean {
    return this.#hasBegun
  }

  split(source: string): SplitMarkdown {
    this.#hasBegun = true
    const text = limitDepth(source.includes('\r') ? source.replaceAll('\r\n', '\n') : source)
    if (!text.startsWith(this.#settledText)) this.#reset()
    if (this.#settled.length >= maxBlocks) return this.#withRest(text.slice(this.#settledText.length))
    const tokens = new Lexer(blockSyntax).blockTokens(text.slice(this.#settledText.length)).map(partNotes)
    const settledCount = countSettled(tokens)
    for (const token of tokens.slice(0, settledCount)) {
      if (this.#settled.length >= maxBlocks) return this.#withRest(text.slice(this.#settledText.length))
      this.#settledText += token.raw
      this.#settled.push(...toBlocks(token))
      if (isNote(token) || isDetails(token) || isNoted(token) || token.type === 'def' || isList(token)) this.#settledTokens.push(token)
    }
    const open = tokens.slice(settledCount)
    return join([...this.#settled, ...open.flatMap(toBlocks)], [...this.#settledTokens, ...open])
  }

  #withRest(text: string): SplitMarkdown {
    return join([...this.#settled, { kind: 'plain', text }], this.#settledTokens)
  }

  #reset() {
    this.#settledText = ''
    this.#settledTokens = []
    this.#settled = []
  }
}

function join(blocks: readonly MarkdownBlock[], tokens: readonly Token[]): SplitMarkdown {
  const definitions = tokens
    .filter(({ type }) => type === 'def')
    .map(({ raw }) => raw.trim())
    .join('\n')
  return {
    blocks,
    // Every block that has a bracket is read with all of them.
    definitions: definitions.length > maxDefinitionCharacters ? '' : definitions,
    notes: tokens.flatMap((token) => (isNote(token) ? [token] : isDetails(token) || isNoted(token) ? token.notes : [])),
    maxDigits: Math.max(
      0,
      ...tokens
        .flatMap((token) => (isNoted(token) ? token.blocks : [token]))
        .filter(isList)
        .map(countDigits),
    ),
  }
}

const countDigits = (list: Tokens.List) => (list.ordered ? String(firstNumber(list) + list.items.length - 1).length : 0)

/** Takes the footnotes out of a list or a quote: they are those of the reply. */
function partNotes(token: Token): Token {
  if ((!isList(token) && token.type !== 'blockquote') || !token.raw.includes('[^')) return token
  const { text, notes } = takeNotes(token.raw)
  return notes.length === 0 ? token : { type: 'noted', raw: token.raw, notes, blocks: new Lexer(blockSyntax).blockTokens(text) }
}

function countSettled(tokens: Token[]): number {
  let open = openTokens
  for (let index = tokens.length - 1; index >= 0; index--) {
    if (tokens[index]?.type !== 'space' && --open === 0) return index
  }
  return 0
}

function toBlocks(token: Token): MarkdownBlock[] {
  if (token.type === 'space' || token.type === 'def' || isNote(token)) return []
  if (isFencedCode(token)) return [codeBlock(token)]
  if (isDetails(token)) return [toMarkdown(token.text)]
  if (isNoted(token)) return token.blocks.flatMap(toBlocks)
  if (isList(token)) return cutList(token).map(toMarkdown)
  if (token.type === 'displayMath') return [toMarkdown(displayMath(token.raw))]
  if (token.type === 'table' || token.type === 'paragraph')
    return tableBlocks(token.raw) ?? cutLines(token.raw, maxCharacters).map(toMarkdown)
  if (token.type === 'blockquote') return cutLines(token.raw, maxCharacters).map(toMarkdown)
  return [toMarkdown(token.raw)]
}

const toMarkdown = (text: string): MarkdownBlock => ({ kind: 'markdown', text })

const isFencedCode = (token: Token): token is Tokens.Code => token.type === 'code' && (token as Tokens.Code).codeBlockStyle !== 'indented'

const isList = (token: Token): token is Tokens.List => token.type === 'list'

const isDetails = (token: Token): token is DetailsToken => token.type === 'details'

const isNoted = (token: Token): token is NotedToken => token.type === 'noted'

const isNote = (token: Token): token is NoteToken => token.type === 'note'

function codeBlock(token: Tokens.Code): MarkdownBlock {
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(token.raw)?.[1] ?? '```'
  const lines = token.raw.trimEnd().split('\n')
  const isClosed = lines.length > 1 && (lines.at(-1) ?? '').trim().startsWith(fence)
  return { kind: 'code', code: token.text, language: /^\S*/.exec(token.lang ?? '')?.[0] ?? '', isClosed }
}

/** While it is still open, a formula is shown as its source: half a formula would only flicker as an error. */
function displayMath(raw: string): string {
  const formula = /^\s*(?:\$\$([\s\S]*)\$\$|\\\[([\s\S]*)\\\]|(\\begin\{([a-zA-Z]+\*?)\}[\s\S]*\\end\{\4\}))\s*$/.exec(raw)
  const source = (formula?.[1] ?? formula?.[2] ?? formula?.[3])?.trim().replaceAll(/\n\s*\n/g, '\n')
  return source ? `$$\n${source}\n$$` : `~~~tex\n${raw.trim()}\n~~~`
}

/** The table that a block is, though `|` in a formula or code may hide it from the lexer; what is beyond the limits stays plain. */
function tableBlocks(raw: string): MarkdownBlock[] | null {
  const rows = cutTable(raw)
  if (rows === null || rows.groups.some((group) => isTooMuch(`${rows.head}\n${group}`))) return null
  const rest = rows.groups.slice(maxTableGroups).join('\n')
  const table: MarkdownBlock = { kind: 'table', head: rows.head, groups: rows.groups.slice(0, maxTableGroups) }
  return rest === '' ? [table] : [table, { kind: 'plain', text: rest }]
}
