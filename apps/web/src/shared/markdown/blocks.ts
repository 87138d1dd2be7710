// Splits a growing Markdown text into top-level blocks, so that a finished block is parsed and rendered once, and an update costs
// only its last blocks.
import { findDisplayBlock, readDisplayBlock } from '@heddle/text/prose/display-formula'
import { Lexer, Marked, type Token, type Tokens } from 'marked'
import { limitDepth, maxBlocks, maxDefinitionCharacters } from './limits.ts'

export type MarkdownBlock =
  | { kind: 'markdown'; text: string }
  /** Not to be formatted. */
  | { kind: 'plain'; text: string }
  | { kind: 'code'; code: string; language: string; isClosed: boolean }

export type SplitMarkdown = {
  blocks: readonly MarkdownBlock[]
  /** The link definitions of the whole text, which any block may refer to. */
  definitions: string
}

/** A list is cut into groups of items of about this many characters, so that a very long one is not rendered again for each word. */
const listGroupCharacters = 800

// `1. a` then `2` is a list and a paragraph until the dot arrives: the last token but one may still change.
const openTokens = 2

const { defaults } = new Marked({
  extensions: [
    {
      name: 'displayMath',
      level: 'block',
      start: findDisplayBlock,
      tokenizer(source) {
        const raw = readDisplayBlock(source)
        return raw === '' ? undefined : { type: 'displayMath', raw }
      },
    },
  ],
})

/** Splits the successive states of one text; what earlier states have settled is not looked at again. */
export class BlockSplitter {
  #settledText = ''
  #settled: MarkdownBlock[] = []
  #definitions: string[] = []
  #hasBegun = false

  /** Whether it has split a text before. */
  get hasBegun(): boolean {
    return this.#hasBegun
  }

  split(source: string): SplitMarkdown {
    this.#hasBegun = true
    const text = limitDepth(source.includes('\r') ? source.replaceAll('\r\n', '\n') : source)
    // A footnote and its note are in different blocks, and a note alone renders nothing: such a text stays whole.
    if (/^\[\^[^\]\n]+\]:/m.test(text)) return { blocks: [{ kind: 'markdown', text }], definitions: '' }

    if (!text.startsWith(this.#settledText)) this.#reset()
    if (this.#settled.length >= maxBlocks) return this.#withRest(text.slice(this.#settledText.length))
    const tokens = new Lexer(defaults).blockTokens(text.slice(this.#settledText.length))
    const settledCount = countSettled(tokens)
    for (const token of tokens.slice(0, settledCount)) {
      if (this.#settled.length >= maxBlocks) return this.#withRest(text.slice(this.#settledText.length))
      this.#settledText += token.raw
      this.#settled.push(...toBlocks(token))
      if (token.type === 'def') this.#definitions.push(token.raw.trim())
    }
    const open = tokens.slice(settledCount)
    const openDefinitions = open.filter((token) => token.type === 'def').map((token) => token.raw.trim())
    return {
      blocks: [...this.#settled, ...open.flatMap(toBlocks)],
      definitions: joinDefinitions([...this.#definitions, ...openDefinitions]),
    }
  }

  #withRest(text: string): SplitMarkdown {
    return { blocks: [...this.#settled, { kind: 'plain', text }], definitions: joinDefinitions(this.#definitions) }
  }

  #reset() {
    this.#settledText = ''
    this.#settled = []
    this.#definitions = []
  }
}

/** Every block that has a bracket is read with all of them. */
function joinDefinitions(definitions: readonly string[]): string {
  const joined = definitions.join('\n')
  return joined.length > maxDefinitionCharacters ? '' : joined
}

function countSettled(tokens: Token[]): number {
  let open = openTokens
  for (let index = tokens.length - 1; index >= 0; index--) {
    if (tokens[index]?.type !== 'space' && --open === 0) return index
  }
  return 0
}

function toBlocks(token: Token): MarkdownBlock[] {
  if (token.type === 'space' || token.type === 'def') return []
  if (isFencedCode(token)) return [codeBlock(token)]
  if (isList(token)) return listGroups(token).map((text) => ({ kind: 'markdown', text }))
  if (token.type === 'displayMath') return [{ kind: 'markdown', text: displayMath(token.raw) }]
  return [{ kind: 'markdown', text: token.raw }]
}

const isFencedCode = (token: Token): token is Tokens.Code => token.type === 'code' && (token as Tokens.Code).codeBlockStyle !== 'indented'

const isList = (token: Token): token is Tokens.List => token.type === 'list'

function codeBlock(token: Tokens.Code): MarkdownBlock {
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(token.raw)?.[1] ?? '```'
  const lines = token.raw.trimEnd().split('\n')
  const isClosed = lines.length > 1 && (lines.at(-1) ?? '').trim().startsWith(fence)
  return { kind: 'code', code: token.text, language: /^\S*/.exec(token.lang ?? '')?.[0] ?? '', isClosed }
}

/** While it is still open, a formula is shown as its source: half a formula would only flicker as an error. */
function displayMath(raw: string): string {
  const formula = /^\s*(?:\$\$([\s\S]*)\$\$|\\\[([\s\S]*)\\\])\s*$/.exec(raw)
  const source = (formula?.[1] ?? formula?.[2])?.trim().replaceAll(/\n\s*\n/g, '\n')
  return source ? `$$\n${source}\n$$` : `~~~tex\n${raw.trim()}\n~~~`
}

function listGroups(list: Tokens.List): string[] {
  if (list.raw.length < 2 * listGroupCharacters || !isNumberedInOrder(list)) return [list.raw]
  const groups: string[] = []
  let group = ''
  for (const item of list.items) {
    group += item.raw.endsWith('\n') ? item.raw : `${item.raw}\n`
    if (group.length >= listGroupCharacters) {
      groups.push(group)
      group = ''
    }
  }
  return group === '' ? groups : [...groups, group]
}

/** A group starts with the number that its first item says; a list that says `1.` everywhere can't be cut. */
function isNumberedInOrder(list: Tokens.List): boolean {
  if (!list.ordered || list.start === '') return true
  const start = list.start
  return list.items.every((item, index) => Number.parseInt(item.raw.trimStart(), 10) === start + index)
}
