// Splits the unit off the header of a column: "強力 (N)", "Tenacity [cN/tex]", "Force, N", "單位重 g/m²".
import { parseUnit } from './parse-unit.ts'
import type { UnitId } from './units.ts'

/** A header without its unit; an ambiguous word is split off too, with no unit and what it may mean. */
export type SplitHeader = { readonly name: string; readonly unit: UnitId | null; readonly candidates: readonly UnitId[] }

type Split = { readonly name: string; readonly unitText: string }

/** Characters of a header that is looked at; a longer one is a sentence. */
const maxHeaderLength = 300
/** Characters behind the last space that may be a unit without brackets. */
const maxBareLength = 30

const closings: Readonly<Record<string, string>> = { '(': ')', '[': ']', '【': '】', '〔': '〕' }
const anyBracket = /[()（）[\]［］【】〔〕]/g

/** Returns what is in brackets, the last first, each pair before those inside it. */
function listBrackets(text: string): Split[] {
  const open: { closing: string; start: number }[] = []
  const found: Split[] = []
  for (const { 0: bracket, index } of text.matchAll(anyBracket)) {
    // Reports mix the widths: （N).
    const mark = bracket.normalize('NFKC')
    const closing = closings[mark]
    if (closing !== undefined) open.push({ closing, start: index })
    else if (open.at(-1)?.closing === mark) {
      const start = open.pop()?.start ?? 0
      // GB reports write a stroke before the brackets: 断裂强度/(cN/tex).
      found.push({ name: `${text.slice(0, start).replace(/\/\s*$/, '')} ${text.slice(index + 1)}`, unitText: text.slice(start + 1, index) })
    }
  }
  return found.toReversed()
}

/** Words and single characters that are more often no unit: a minimum, a number of specimens (N), rice (米). */
const isCommonWord = (text: string) => /^(?:[^%％℃℉]|in|min|bar|nm|second|grades?|ระดับ|cấp)$/iu.test(text)

const asciiStart = /^[\p{ASCII}°℃℉％]/u
/** Belongs to no word before it. */
const signStart = /^[%％°℃℉]/
const letterOfWords = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{M}ー)）\]］】]$/u
/** What a unit behind it belongs to: the condition of a test, a rate. */
const continues = /[\d./／⁄·×x=-]\s*$/

/** Returns what may be a unit at the end of a header, the longest first. */
function* listEnds(text: string): Generator<Split> {
  for (let at = Math.max(0, text.length - maxBareLength); at < text.length; at += 1) {
    const before = text.slice(0, at)
    const unitText = text.slice(at)
    const isWord = at === 0 || /\s$/.test(before)
    const isSymbol = letterOfWords.test(before) && (asciiStart.test(unitText) || unitText.includes('/'))
    const isApart = isWord || isSymbol || signStart.test(unitText)
    if (unitText.startsWith(' ') || !isApart || continues.test(before)) continue
    if (!isCommonWord(unitText)) yield { name: at === 0 ? text : before, unitText }
  }
}

function* listSplits(text: string): Generator<Split> {
  yield* listBrackets(text)
  const comma = Math.max(text.lastIndexOf(','), text.lastIndexOf('，'), text.lastIndexOf('、'))
  const behind = text.slice(comma + 1).trim()
  if (comma > 0 && !/^(?:in|min)$/i.test(behind)) yield { name: text.slice(0, comma), unitText: behind }
  yield* listEnds(text)
}

/**
 * Returns the name and the unit of a header: in brackets, behind a comma, or as its last word. Brackets without a unit stay part of the
 * name, and so does a bare word that is more often none (`min`, single letters) or has a number or a stroke before it. The name of a header that is nothing but a unit is that.
 */
export function splitHeader(header: string): SplitHeader {
  const text = header.replaceAll(/\s+/g, ' ').trim()
  if (text.length <= maxHeaderLength) {
    for (const { name, unitText } of listSplits(text)) {
      const parsed = parseUnit(unitText)
      const trimmed = name.replaceAll(/\s+/g, ' ').trim() || text
      if ('unit' in parsed) return { name: trimmed, unit: parsed.unit, candidates: [] }
      if (parsed.problem === 'ambiguous_unit') return { name: trimmed, unit: null, candidates: parsed.candidates }
    }
  }
  return { name: text, unit: null, candidates: [] }
}
