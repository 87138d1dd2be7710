// The search in the help: the terms of `lexicalTerms`, so that a word is found in each of the five languages.
import { lexicalTerms } from '@heddle/retrieval/terms/lexical-terms'
import { type Chapter, listParagraphs } from './chapter.ts'

export type FoundChapter = {
  readonly chapter: Chapter
  /** The paragraph that fits best. */
  readonly excerpt: string
}

/** How much more a term of a title counts than one of the text. */
const titleFactor = 3
/** A chapter with a smaller share of the best score has only the frequent terms of the question. */
const minShare = 0.3
/** Letters of a word that is still being typed. */
const minPrefix = 3

type Terms = ReadonlyMap<string, { readonly weight: number }>
type Indexed = {
  readonly chapter: Chapter
  readonly title: Terms
  readonly paragraphs: readonly { readonly text: string; readonly terms: Terms }[]
}

/** Indexes chapters; returns a function that finds those with the words of a question, the best one first. */
export function createChapterSearch(chapters: readonly Chapter[]): (question: string) => FoundChapter[] {
  const indexed: readonly Indexed[] = chapters.map((chapter) => ({
    chapter,
    title: lexicalTerms(chapter.title),
    paragraphs: listParagraphs(chapter).map((text) => ({ text, terms: lexicalTerms(text) })),
  }))
  const frequencies = countChapters(indexed)

  return (question) => {
    const wanted = weighTerms(question, frequencies, chapters.length)
    const found = indexed
      .map((entry) => rankChapter(entry, wanted))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score)
    const minScore = (found[0]?.score ?? 0) * minShare
    return found.filter(({ score }) => score >= minScore).map(({ chapter, excerpt }) => ({ chapter, excerpt }))
  }
}

/** Returns in how many chapters each term is. */
function countChapters(indexed: readonly Indexed[]): Map<string, number> {
  const frequencies = new Map<string, number>()
  for (const { title, paragraphs } of indexed) {
    const names = new Set([...title.keys(), ...paragraphs.flatMap(({ terms }) => [...terms.keys()])])
    for (const name of names) frequencies.set(name, (frequencies.get(name) ?? 0) + 1)
  }
  return frequencies
}

/** Returns the terms of a question with their weights: rare ones weigh more. A word without a match stands for those that begin with it. */
function weighTerms(question: string, frequencies: ReadonlyMap<string, number>, count: number): Map<string, number> {
  const weights = new Map<string, number>()
  for (const [name, { weight }] of lexicalTerms(question)) {
    const names =
      frequencies.has(name) || name.length < minPrefix ? [name] : [...frequencies.keys()].filter((each) => each.startsWith(name))
    for (const each of names) weights.set(each, weight * Math.log(1 + count / (frequencies.get(each) ?? count)))
  }
  return weights
}

function rankChapter({ chapter, title, paragraphs }: Indexed, wanted: ReadonlyMap<string, number>) {
  const scored = paragraphs.map(({ text, terms }) => ({ text, score: sumWeights(terms, wanted) }))
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a), { text: paragraphs[0]?.text ?? '', score: 0 })
  return { chapter, excerpt: best.text, score: best.score + titleFactor * sumWeights(title, wanted) }
}

const sumWeights = (terms: Terms, wanted: ReadonlyMap<string, number>) =>
  [...wanted].reduce((sum, [name, weight]) => sum + weight * (terms.get(name)?.weight ?? 0), 0)
