// Reads the numbered passages of a prompt, and finds the relevant one.

export type PromptPassage = { readonly number: string; readonly text: string }

const shownPassages = 3
const shownCharacters = 200

const tagged = /<passage number="(\d+)"[^>\n]*>\n([\s\S]*?)\n<\/passage>/g
const listed = /^\[(\d+)\][^\S\n]*(\S.*)$/gm

/** Begins the passages of a file or of a search. */
const list = /^(?=Below are numbered passages from )/m

/** Before passages of which the best one comes first. */
const rankedList = /numbered passages from the knowledge collections/

/** Returns the prompt without its passages, and the passages that are relevant to the question. */
export function readPassages(prompt: string, question: string): { readonly prompt: string; readonly passages: readonly PromptPassage[] } {
  const read = (pattern: RegExp, from = prompt) => [...from.matchAll(pattern)].map(([, number = '', text = '']) => ({ number, text }))
  const candidates = prompt.split(list).flatMap((part) => read(tagged, part).slice(0, rankedList.test(part) ? 1 : undefined))
  if (candidates.length > 0) return { prompt: prompt.replaceAll(tagged, ''), passages: [findNearest(candidates, question)] }
  const passages = read(listed).slice(0, shownPassages)
  return { prompt, passages: passages.map(({ number, text }) => ({ number, text: text.slice(0, shownCharacters).toWellFormed() })) }
}

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' })

/** Returns the sentence most similar to the question in the most similar passage; the first of equal ones. */
function findNearest(passages: readonly PromptPassage[], question: string): PromptPassage {
  const wanted = extractFeatures(question)
  const own = passages.map(({ text }) => extractFeatures(text))
  // A feature of many passages has a low weight.
  const weights = new Map([...wanted].map((feature) => [feature, 1 / own.filter((features) => features.has(feature)).length]))
  const measureSimilarity = (features: ReadonlySet<string>) => [...features].reduce((sum, feature) => sum + (weights.get(feature) ?? 0), 0)
  const best = findMaxIndex(own.map(measureSimilarity))
  const { number = '', text = '' } = passages[best] ?? {}
  // A table is no sentence, unless there is nothing else.
  const prose = text.replaceAll(/^\|.*$/gm, '').trim() || text
  // A line that says what was asked, such as a heading, does not answer it.
  const lines = prose.split('\n').filter((line) => [...extractFeatures(line)].some((feature) => !wanted.has(feature)))
  const parts = [...sentences.segment((lines.join(' ') || prose).replaceAll(/\s+/g, ' '))].map(({ segment }) => segment.trim())
  const sentence = parts[findMaxIndex(parts.map((part) => measureSimilarity(extractFeatures(part))))] ?? ''
  return { number, text: sentence.slice(0, shownCharacters).toWellFormed() }
}

const findMaxIndex = (values: readonly number[]) => values.indexOf(Math.max(...values))

/** Returns the words of languages with spaces, and pairs of characters of the others. */
export function extractFeatures(text: string): Set<string> {
  const features = new Set<string>()
  for (const [run] of text
    .normalize('NFKC')
    .toLowerCase()
    .matchAll(/[\p{Script=Latin}\p{M}\p{N}]+|[\p{L}\p{M}]+/gu)) {
    if (/^[\p{Script=Latin}\p{N}]/u.test(run)) features.add(run)
    else for (let at = 0; at + 1 < run.length; at += 1) features.add(run.slice(at, at + 2))
  }
  return features
}
