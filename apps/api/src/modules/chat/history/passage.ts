// The piece of a message that a search shows: what stands around the first keyword, with all that were found in it marked.
import { fold } from '@heddle/text/language/folding'
import { findMarks, type Mark } from '@heddle/text/language/marks'
import { toReadableText } from './readable-text.ts'

/** So many UTF-16 units of a message are shown, about. */
const length = 160
/** So many of them before the keyword. */
const lead = 50
/** How far a cut moves to the end of a word. */
const slack = 16

const words = new Intl.Segmenter(undefined, { granularity: 'word' })
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

export type TextExcerpt = { readonly passage: string; readonly marks: readonly Mark[] }

/** Returns a piece of the Markdown as it is read; where none of the (folded) keywords is in the text, its beginning. */
export function cutPassage(content: string, keywords: readonly string[]): TextExcerpt {
  const readable = toReadableText(content)
  // What was looked for may be in the marks: the address of a link, say.
  const around = findLine(includesAny(fold(readable), keywords) ? readable : content, keywords)
  const first = findMarks(around.text.slice(around.line), keywords)[0] ?? [0, 0]
  const [begin, end] = [first[0] + around.line, first[1] + around.line]
  const from = begin <= lead ? 0 : cutBefore(around.text, begin - lead, begin)
  const least = Math.max(end, from + length)
  const to = least >= around.text.length ? around.text.length : cutAfter(around.text, least, end)
  const passage = `${from > 0 || around.isLate ? '…' : ''}${around.text.slice(from, to).trim()}${to < around.text.length || around.isCut ? '…' : ''}`
  return { passage, marks: findMarks(passage, keywords) }
}

/** The first line with a keyword, with enough of what stands around it; `line` is where it begins. Lines become spaces. */
function findLine(content: string, keywords: readonly string[]) {
  const lines = content.split('\n')
  const number = lines.findIndex((line) => includesAny(fold(line), keywords))
  const at = lines.slice(0, Math.max(0, number)).reduce((sum, line) => sum + line.length + 1, 0)
  const from = Math.max(0, at - 2 * lead)
  const to = at + (lines[number] ?? '').length + 2 * length
  const before = oneLine(content.slice(from, at).toWellFormed())
  const text = before + oneLine(content.slice(at, to).toWellFormed())
  return { text, line: before.length, isLate: from > 0, isCut: to < content.length }
}

const includesAny = (text: string, keywords: readonly string[]) => keywords.some((keyword) => text.includes(keyword))

const oneLine = (text: string) => text.replaceAll(/\s+/gu, ' ')

/** The start of a word at or after `at`, else of a character; not past `maxCharacters`. */
function cutBefore(text: string, at: number, maxCharacters: number): number {
  const around = text.slice(at - slack, maxCharacters)
  const starts = [...words.segment(around)].map(({ index }) => index + at - slack)
  const character = [...graphemes.segment(around)].map(({ index }) => index + at - slack).find((index) => index >= at)
  return starts.find((index) => index >= at && index <= at + slack) ?? character ?? maxCharacters
}

/** The end of a word at or before `at`, else of a character; not before `least`. */
function cutAfter(text: string, at: number, least: number): number {
  const around = text.slice(least, at + slack)
  const ends = [...words.segment(around)].map(({ index, segment }) => least + index + segment.length)
  const character = [...graphemes.segment(around)].map(({ index, segment }) => least + index + segment.length).findLast((end) => end <= at)
  return ends.findLast((end) => end <= at && end >= at - slack) ?? character ?? least
}
