// The terms that a text is found by in a lexical search: one function for what is indexed and for what is asked.
import { stemEnglish } from './english-stem.ts'
import { foldTerms } from './folding-terms.ts'
import { toSimplifiedCharacter } from '@heddle/text/language/simplified-characters'
import { dictionary, ideographic } from '@heddle/text/language/unspaced-scripts'

/**
 * The version of `lexicalTerms`. Postings are stored: a change of the terms of any text is another version, with which a collection is
 * indexed again.
 */
export const lexicalVersion = 'lex-5'

export type LexicalTerm = {
  /** How often it is in the text. */
  readonly count: number
  /** How much it counts in a question: 1, or 0.5 for a word without the marks that it was written with. */
  readonly weight: number
}

/** UTF-16 units of a term, and of a code: what is longer is cut there. */
const maxTermLength = 64
/** UTF-16 units that the dictionary of ICU cuts into words at once. */
const maxSegmented = 1_000

const spaced = `[\\p{L}\\p{M}\\p{N}]--[${ideographic}${dictionary}]`
const runs = new RegExp(`[${ideographic}]+|[${dictionary}]+|[${spaced}]+`, 'gv')
const isIdeographic = new RegExp(`^[${ideographic}]`, 'v')
const isDictionary = new RegExp(`^[${dictionary}]`, 'v')

/** A designation such as `iso 13934-1`, `cns-12915`, `30s/1` or `105b02`: digits, with letters or further parts. */
const codes = /(?<![\p{L}\p{M}\p{N}])(?:[a-z]{2,6}[ -]?(?=\d{3}|\d+[-./:]))?[a-z0-9]+(?:[-./:][a-z0-9]+)*(?![\p{L}\p{M}\p{N}])/gu
const isCode = /^(?=.*\d)(?=.*[^\d])/
const partsOfCode = /[a-z]+|\d+/g

/** What else is raised or lowered with a mark: `T_max`, `R_(p0.2)`, `x^n`. */
const marked = new RegExp(`(?<![${spaced}])([${spaced}]+)[\\^_][\\(\\{]?([${spaced}]+(?:\\.\\p{N}+)?)`, 'gv')

const words = new Intl.Segmenter('th', { granularity: 'word' })

/**
 * Returns the terms of a text by their names, version `lex-5`. The text is folded (`foldTerms`), and each Han character in its
 * Simplified form. Its terms are
 *
 * - of Han and kana, the characters and the pairs of neighbors;
 * - of Thai, Lao, Khmer and Burmese, ICU's words and the pairs of neighboring graphemes;
 * - of every other script, the words; beside a Latin word with marks (`vải`, `độ`) also that without them (`vai`, `do`) with half the
 *   weight, beside an English one its stem (`stemEnglish`);
 * - codes, whole without the space or hyphen before the number (`iso13934-1`), and in their parts of letters and digits;
 * - what is lowered or raised with a mark (`T_max`), also without it (`tmax`).
 *
 * Stop words are terms too, to which BM25 gives little weight; a question leaves them out (`removeStopWords`). Takes time in proportion
 * to the text, whatever it is.
 */
export function lexicalTerms(text: string): Map<string, LexicalTerm> {
  const terms = new Map<string, { count: number; weight: number }>()
  function add(name: string, weight = 1) {
    const known = terms.get(name)
    if (known) {
      known.count += 1
      known.weight = Math.max(known.weight, weight)
    } else {
      terms.set(name, { count: 1, weight })
    }
  }

  const folded = foldTerms(text)
  for (const [run] of folded.matchAll(runs)) {
    if (isIdeographic.test(run)) addIdeographs(run, add)
    else if (isDictionary.test(run)) addDictionaryRun(run, add)
    else addWord(run.slice(0, maxTermLength), add)
  }
  for (const [code] of folded.matchAll(codes)) if (isCode.test(code)) addCode(code.slice(0, maxTermLength), add)
  for (const [, base = '', content = ''] of folded.matchAll(marked)) {
    const joined = (base + content).slice(0, maxTermLength)
    if (joined.includes('.')) addCode(joined, add)
    else add(joined)
  }
  return terms
}

type Add = (name: string, weight?: number) => void

function addIdeographs(run: string, add: Add) {
  let before = ''
  for (const written of run) {
    const character = toSimplifiedCharacter(written)
    add(character)
    if (before !== '') add(before + character)
    before = character
  }
}

function addDictionaryRun(run: string, add: Add) {
  for (let from = 0; from < run.length; from += maxSegmented) {
    for (const { segment } of words.segment(run.slice(from, from + maxSegmented))) {
      // A word of two graphemes is one of the pairs.
      if (countGraphemes(segment) !== 2) add(segment.slice(0, maxTermLength))
    }
  }
  let before = ''
  for (const [grapheme] of run.matchAll(/\P{M}?\p{M}{0,8}/gu)) {
    if (grapheme === '') continue
    if (before !== '') add(before + grapheme)
    before = grapheme
  }
}

const countGraphemes = (word: string) => word.length - (word.match(/\p{M}/gu)?.length ?? 0)

function addWord(word: string, add: Add) {
  add(word)
  if (/^[a-z]+$/.test(word)) {
    const stem = stemEnglish(word)
    if (stem !== word) add(stem)
  } else if (/\p{Script=Latin}/u.test(word)) {
    const unmarked = removeLatinMarks(word)
    if (unmarked !== word) add(unmarked, 0.5)
  }
}

/** Returns a folded text without the marks of its Latin letters; those of other scripts are letters or change their sound. */
export const removeLatinMarks = (text: string) =>
  text
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .replaceAll('đ', 'd')
    .normalize('NFC')

function addCode(code: string, add: Add) {
  const whole = code.replace(/^([a-z]+)[ -](?=\d)/, '$1')
  // Without separators it is a word of the text, which has it already.
  if (/[-./: ]/.test(code)) add(whole)
  const [, number] = /^[a-z]+(\d.*[-./:].*)$/.exec(whole) ?? []
  if (number !== undefined) add(number)
  for (const word of code.split(/[-./: ]/)) {
    if (/^(?:[a-z]+|\d+)$/.test(word)) continue
    for (const [part] of word.matchAll(partsOfCode)) add(part)
  }
}
