// OpenCC's dictionary from Simplified Chinese to Taiwan's Traditional Chinese, and what it says about a character: whether only
// Simplified text has it, or only Traditional. Like OpenCC's `s2twp`, it cuts a text into phrases, the longest first, and
// converts each by itself. A table of whole phrases
// instead of opencc-js's tries, whose nodes are a Map each.
import { type Entries, readEntries } from './opencc-entries.ts'
import { taiwanPhrases } from './taiwan-phrases.ts'

/** What a character tells of its text; 0 when both have it. */
export const onlySimplified = 1
export const onlyTraditional = 2

export type TraditionalDictionary = {
  /** `onlySimplified`, `onlyTraditional` or 0, by UTF-16 unit. */
  readonly scripts: Uint8Array
  /** Characters of the longest phrase. */
  readonly longestPhrase: number
  /** Returns a Simplified text in Traditional characters and Taiwan's words. */
  readonly convert: (text: string) => string
  /** The same, only for the phrases with a character that is Simplified and nothing else: for a text that is mixed. */
  readonly convertSimplifiedParts: (text: string) => string
  /** Returns the last place up to `maxLength` where no phrase of the text is cut. */
  readonly findCut: (text: string, maxLength: number) => number
}

type Phrases = {
  readonly longest: number
  /** Returns the length of the longest phrase that begins at a place and has at least `shortest` units; 0 when there is none. */
  readonly match: (text: string, at: number, shortest?: number) => number
  readonly convert: (text: string) => string
}

let loading: Promise<TraditionalDictionary> | undefined

/** Loads the dictionary (1 MB) when it is first needed. */
export function loadTraditionalDictionary(): Promise<TraditionalDictionary> {
  loading ??= import('opencc-js/preset/cn2t').then(({ configs }) => {
    const [toTraditional, toTaiwan] = configs['s2twp']?.conversionChain ?? []
    if (!toTraditional || !toTaiwan) throw new Error('opencc-js has no s2twp')
    return createDictionary(toTraditional.map(readEntries), toTaiwan.map(readEntries))
  })
  return loading
}

function createDictionary(simplified: readonly Entries[], taiwan: readonly Entries[]): TraditionalDictionary {
  const toTraditional = createPhrases([taiwanPhrases, ...simplified])
  const toTaiwan = createPhrases([taiwanPhrases.map(([, traditional]) => [traditional, traditional]), ...taiwan])
  // Characters by themselves are no phrases: what is between two phrases stays together, as OpenCC has it.
  const matchPhrase = (text: string, at: number) => toTraditional.match(text, at, 2)
  const scripts = readScripts(simplified, taiwan)
  const isSimplified = (text: string) => {
    for (let at = 0; at < text.length; at += 1) if (scripts[text.charCodeAt(at)] === onlySimplified) return true
    return false
  }

  /** Calls `take` with each phrase, and with what is between phrases. */
  function cut(text: string, take: (part: string, isPhrase: boolean) => string): string {
    let result = ''
    let from = 0
    let at = 0
    while (at < text.length) {
      const length = matchPhrase(text, at)
      if (length === 0) {
        at += 1
        continue
      }
      if (at > from) result += take(text.slice(from, at), false)
      result += take(text.slice(at, at + length), true)
      at += length
      from = at
    }
    return from < text.length ? result + take(text.slice(from), false) : result
  }

  const convertPart = (part: string) => toTaiwan.convert(toTraditional.convert(part))
  /** Converts the Simplified characters between phrases, and the words of Taiwan that they become a part of. */
  function convertCharacters(part: string): string {
    let traditional = ''
    const isConverted: boolean[] = []
    for (let at = 0; at < part.length; at += 1) {
      const unit = part.charAt(at)
      const isOne = isSimplified(unit)
      traditional += isOne ? toTraditional.convert(unit) : unit
      isConverted.push(isOne)
    }
    let result = ''
    for (let at = 0; at < traditional.length;) {
      const length = toTaiwan.match(traditional, at) || 1
      const isOurs = isConverted.slice(at, at + length).includes(true)
      const word = traditional.slice(at, at + (isOurs ? length : 1))
      result += isOurs ? toTaiwan.convert(word) : word
      at += word.length
    }
    return result
  }

  return {
    scripts,
    longestPhrase: toTraditional.longest,
    convert: (text) => cut(text, convertPart),
    convertSimplifiedParts: (text) =>
      cut(text, (part, isPhrase) => {
        if (!isPhrase) return convertCharacters(part)
        return isSimplified(part) ? convertPart(part) : part
      }),
    findCut(text, maxLength) {
      let at = 0
      for (;;) {
        const next = at + (matchPhrase(text, at) || (isHighSurrogate(text.charCodeAt(at)) ? 2 : 1))
        if (next > maxLength) return at
        at = next
      }
    },
  }
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff

/** A phrase in several dictionaries is as the first of them has it. */
function createPhrases(dictionaries: readonly Entries[]): Phrases {
  const values = new Map<string, string>()
  /** By the first UTF-16 unit: which lengths its phrases have, a bit each. */
  const lengths = new Int32Array(0x10000)
  for (const entries of dictionaries.toReversed()) {
    for (const [from, to] of entries) {
      values.set(from, to)
      const first = from.charCodeAt(0)
      lengths[first] = (lengths[first] ?? 0) | (1 << from.length)
    }
  }

  function match(text: string, at: number, shortest = 1): number {
    let open = (lengths[text.charCodeAt(at)] ?? 0) & (-1 << shortest)
    while (open !== 0) {
      const length = 31 - Math.clz32(open)
      if (at + length <= text.length && values.has(text.slice(at, at + length))) return length
      open &= ~(1 << length)
    }
    return 0
  }

  return {
    match,
    longest: 31 - Math.clz32(lengths.reduce((all, some) => all | some, 1)),
    convert(text) {
      let result = ''
      for (let at = 0; at < text.length;) {
        const length = match(text, at)
        const part = text.slice(at, at + (length || 1))
        result += length === 0 ? part : (values.get(part) ?? part)
        at += part.length
      }
      return result
    },
  }
}

/** A character that the dictionary only ever reads is Simplified, one that it only ever writes is Traditional. */
function readScripts(simplified: readonly Entries[], taiwan: readonly Entries[]): Uint8Array {
  const read = new Set<number>()
  const written = new Set<number>()
  const add = (to: Set<number>, text: string) => {
    for (let at = 0; at < text.length; at += 1) to.add(text.charCodeAt(at))
  }
  for (const [from, to] of simplified.flat()) {
    add(read, from)
    add(written, to)
  }
  for (const [, to] of taiwan.flat()) add(written, to)
  const scripts = new Uint8Array(0x10000)
  // The halves of rarer characters say nothing by themselves.
  const isWhole = (unit: number) => unit >= 0x2e80 && !(unit >= 0xd800 && unit <= 0xdfff)
  for (const unit of read) if (isWhole(unit) && !written.has(unit)) scripts[unit] = onlySimplified
  for (const unit of written) if (isWhole(unit) && !read.has(unit)) scripts[unit] = onlyTraditional
  return scripts
}
