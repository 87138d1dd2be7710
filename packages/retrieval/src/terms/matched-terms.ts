// Which words of a text a question has found, as they stand there: for a reader who wonders why.
import { toSimplifiedCharacter } from '@heddle/text/language/simplified-characters'
import { dictionary, ideographic } from '@heddle/text/language/unspaced-scripts'
import { invisible } from '@heddle/text/language/folding'
import { foldTerms } from './folding-terms.ts'
import { lexicalTerms } from './lexical-terms.ts'
import { removeStopWords } from './stop-words.ts'

const maxTerms = 50

const others = `[\\p{L}\\p{M}\\p{N}]--[${ideographic}${dictionary}${invisible}]`
/** What is not seen stands within a word, and ends none. */
const words = [`[${ideographic}]`, `[${dictionary}]`, `[${others}]`].map(
  (letter) => `${letter}(?:[${invisible}]*${letter})*[${invisible}]*`,
)
/** A figure of several parts, such as 25.3 or 2024-03-17. */
const figure = /^\p{Nd}+(?:[.:\/\-]\p{Nd}+)+/v
const runs = new RegExp([figure.source.slice(1), ...words].join('|'), 'gv')
/** Characters with what follows them unseen, as the selector of a variant. */
const visible = new RegExp(`[^${invisible}][${invisible}]*`, 'gv')
const isIdeographic = new RegExp(`^[${ideographic}]`, 'v')
const isDictionary = new RegExp(`^[${dictionary}]`, 'v')
const isHiragana = /^\p{Script=Hiragana}/u

const segmenter = new Intl.Segmenter('th', { granularity: 'word' })

/**
 * Returns a function that lists the terms, but for stop words, that a text shares with the question: as the text has them, each once and in
 * its order, at most 50. Of Han and kana these are runs in which each pair of neighbors is in the question, without those that begin with
 * hiragana, as particles do; a single one counts where it is alone in the question. Of the other scripts they are words, two characters or
 * more, and whole figures.
 */
export function createTermMatcher(question: string): (text: string) => string[] {
  const asked = removeStopWords(question)
  const names = new Set(lexicalTerms(asked).keys())
  const single = new Set([...asked.matchAll(runs)].flatMap(([run]) => (isSingle(run) ? toName(run) : [])))

  function matchRun(run: string): readonly string[] {
    if (isIdeographic.test(run)) return matchIdeographs(run, names, single)
    if (isDictionary.test(run)) return matchDictionaryRun(run, names)
    if (figure.test(run)) return matchFigure(run, names)
    return run.length > 1 && [...lexicalTerms(run).keys()].some((name) => names.has(name)) ? [run] : []
  }

  return (text) => {
    const found = new Set<string>()
    for (const [run] of text.matchAll(runs)) {
      if (found.size >= maxTerms) break
      for (const each of matchRun(run)) found.add(each)
    }
    return [...found].slice(0, maxTerms)
  }
}

const splitVisible = (run: string): string[] => run.match(visible) ?? []
const isSingle = (run: string) => splitVisible(run).length === 1

const toName = (character: string) => toSimplifiedCharacter(foldTerms(character))

function matchIdeographs(run: string, names: ReadonlySet<string>, single: ReadonlySet<string>): string[] {
  const characters = splitVisible(run)
  const matched = characters.map((character) => single.has(toName(character)))
  for (const [index, character] of characters.entries()) {
    const pair = character + (characters[index + 1] ?? '')
    if (index + 1 === characters.length || isHiragana.test(pair) || !names.has(splitVisible(pair).map(toName).join(''))) continue
    matched[index] = true
    matched[index + 1] = true
  }
  return joinMatched(characters, matched)
}

function matchDictionaryRun(run: string, names: ReadonlySet<string>): string[] {
  const segments = [...segmenter.segment(run)].map(({ segment }) => segment)
  return joinMatched(
    segments,
    segments.map((segment) => segment.length > 1 && names.has(foldTerms(segment))),
  )
}

/** Returns the figure where the question has all of it, else those of its parts that it has. */
const matchFigure = (run: string, names: ReadonlySet<string>): string[] =>
  names.has(foldTerms(run)) ? [run] : run.split(/\P{Nd}/u).filter((part) => part.length > 1 && names.has(foldTerms(part)))

function joinMatched(parts: readonly string[], matched: readonly boolean[]): string[] {
  const joined: string[] = []
  for (const [index, part] of parts.entries()) {
    if (!matched[index]) continue
    if (matched[index - 1]) joined.push((joined.pop() ?? '') + part)
    else joined.push(part)
  }
  return joined
}
