// Finds the encoding of a text that nothing names: the one by which it reads most like a text of a language that was written in it. How
// likely each character is, by its language and by what stands before it, is multiplied (naive Bayes).
import { decode } from './character-sets.ts'
import { type TextLanguage, listLanguages, type Writing } from './text-languages.ts'

export type Guess = {
  readonly encoding: string
  /** The natural logarithm of how much likelier it is than the next encoding by which the text is another one. */
  readonly lead: number
  /** The mean of the logarithms of its characters beyond ASCII. */
  readonly mean: number
}

/** Enough to tell an encoding by, of the lines that are not ASCII. */
const sampleBytes = 8 * 1024

/** No standard for several bytes has a line end in a character, so that none is split. */
function takeSample(bytes: Uint8Array): Buffer {
  const lines: Uint8Array[] = []
  let remaining = sampleBytes
  for (let at = 0; at < bytes.length && remaining > 0; at += 1) {
    if ((bytes[at] ?? 0) < 0x80) continue
    const begin = bytes.lastIndexOf(0x0a, at) + 1
    const next = bytes.indexOf(0x0a, at)
    const line = bytes.subarray(at - begin < sampleBytes ? begin : at, next === -1 ? bytes.length : next + 1).subarray(0, remaining)
    lines.push(line)
    remaining -= line.length
    at = next === -1 ? bytes.length : next
  }
  return Buffer.concat(lines)
}

const log = Math.log

/** Of an ASCII character: in each encoding the same. */
const asciiCost = log(1 / 40)

type Transitions = {
  /** Of a character beyond ASCII behind another, an ASCII letter, and anything else. */
  readonly afterNative: number
  readonly afterLetter: number
  readonly afterOther: number
  /** Of an ASCII letter behind a character beyond ASCII. */
  readonly letterAfter: number
}

const transitions: Readonly<Record<Writing, Transitions>> = {
  latin: { afterNative: log(0.04), afterLetter: log(0.06), afterOther: log(0.03), letterAfter: log(0.8) },
  alphabet: { afterNative: log(0.85), afterLetter: log(0.002), afterOther: log(0.25), letterAfter: log(0.002) },
  ideographs: { afterNative: log(0.88), afterLetter: log(0.03), afterOther: log(0.2), letterAfter: log(0.03) },
}
const otherAfterNative = log(0.12)

/** Of a character that its language has not: a letter or a sign of another one, an ideograph, one that is none, and a broken one. */
const strange = { other: -10, ideograph: -14.5, none: -20, broken: -13 }
const misplacedCost = -6

const isAsciiLetter = (code: number) => (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
const isHalfWidth = (code: number) => code >= 0xff61 && code <= 0xff9f
/** Of private use: users had characters of their own there. */
const isBroken = (code: number) => code === 0xfffd || (code >= 0xe000 && code <= 0xf8ff)
const isControl = (code: number) => code >= 0x80 && code < 0xa0
const isIdeograph = (code: number) => (code >= 0x2e80 && code <= 0xd7a3) || code > 0xffff

type Costs = ReadonlyMap<number, number>
const costs = new WeakMap<TextLanguage, Costs>()

function listCosts(language: TextLanguage): Costs {
  const known = costs.get(language)
  if (known) return known
  const made = new Map<number, number>()
  for (const [characters, share, flatness = Infinity] of language.groups) {
    const added = [...new Set(characters)].map((character) => character.codePointAt(0) ?? 0).filter((code) => !made.has(code))
    const shares = added.map((_code, rank) => (flatness === Infinity ? 1 : 1 / (rank + flatness)))
    const sum = shares.reduce((whole, part) => whole + part, 0)
    for (const [rank, code] of added.entries()) made.set(code, log((share * (shares[rank] ?? 0)) / sum))
  }
  costs.set(language, made)
  return made
}

function costStrange(code: number): number {
  if (isBroken(code)) return strange.broken
  if (isControl(code) || isHalfWidth(code)) return strange.none
  return isIdeograph(code) ? strange.ideograph : strange.other
}

type Kind = 'upper' | 'lower' | 'letter' | 'sign' | 'joining'

const kinds = new Map<number, Kind>()

function findKind(code: number): Kind {
  const known = kinds.get(code)
  if (known) return known
  const character = String.fromCodePoint(code)
  let kind: Kind = 'sign'
  if (/[’·]/.test(character)) kind = 'joining'
  else if (/[ªº]/.test(character)) kind = 'sign'
  else if (/\p{Lu}/u.test(character)) kind = 'upper'
  else if (/\p{Ll}/u.test(character)) kind = 'lower'
  else if (/[\p{L}\p{M}]/u.test(character)) kind = 'letter'
  kinds.set(code, kind)
  return kind
}

const isLetter = (kind: Kind) => kind !== 'sign' && kind !== 'joining'

/** In words: capitals behind small letters, small letters between capitals, signs between letters, and letters by themselves. */
function costNeighbours(before: Kind, kind: Kind, after: Kind): number {
  if (kind === 'joining') return 0
  if (kind === 'sign') return isLetter(before) && isLetter(after) ? -4 : 0
  if (before === 'lower' && kind === 'upper') return -5
  if (before === 'upper' && kind === 'lower' && after === 'upper') return -5
  return isLetter(before) || isLetter(after) ? 0 : -1.5
}

/** Half-width katakana stand in words; one by itself is a sign of another encoding. */
const costAlone = (before: number, code: number, after: number) =>
  isHalfWidth(code) && !isHalfWidth(before) && !isHalfWidth(after) ? -8 : 0

/** What is counted of a text by an encoding, for all languages that were written in it. */
type Text = {
  readonly text: string
  readonly counts: ReadonlyMap<number, number>
  readonly ascii: number
  readonly native: number
  readonly afterNative: number
  readonly afterLetter: number
  readonly letterAfter: number
  readonly otherAfter: number
  readonly ofWords: number
  readonly ofIdeographs: number
}

function countText(text: string): Text {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0)
  const counts = new Map<number, number>()
  let [ascii, afterNative, afterLetter, letterAfter, otherAfter, ofWords, ofIdeographs] = [0, 0, 0, 0, 0, 0, 0]
  let previous = 0x0a
  for (const [at, code] of codes.entries()) {
    if (code < 0x80) {
      ascii += 1
      if (previous >= 0x80 && isAsciiLetter(code)) letterAfter += 1
      else if (previous >= 0x80) otherAfter += 1
    } else {
      const next = codes[at + 1] ?? 0x0a
      counts.set(code, (counts.get(code) ?? 0) + 1)
      if (previous >= 0x80) afterNative += 1
      else if (isAsciiLetter(previous)) afterLetter += 1
      ofWords += costNeighbours(findKind(previous), findKind(code), findKind(next))
      ofIdeographs += costAlone(previous, code, next)
    }
    previous = code
  }
  return { text, counts, ascii, native: codes.length - ascii, afterNative, afterLetter, letterAfter, otherAfter, ofWords, ofIdeographs }
}

function weigh(text: Text, language: TextLanguage): number {
  const { afterNative, afterLetter, afterOther, letterAfter } = transitions[language.writing]
  const behindOther = text.native - text.afterNative - text.afterLetter
  let sum = text.ascii * asciiCost + text.afterNative * afterNative + text.afterLetter * afterLetter + behindOther * afterOther
  if (language.writing !== 'latin') sum += text.letterAfter * letterAfter + text.otherAfter * otherAfterNative
  sum += language.writing === 'ideographs' ? text.ofIdeographs : text.ofWords
  if (language.misplaced) sum += misplacedCost * (text.text.match(language.misplaced)?.length ?? 0)
  const ofCharacters = listCosts(language)
  for (const [code, count] of text.counts) sum += count * (ofCharacters.get(code) ?? costStrange(code))
  return sum
}

type Candidate = { readonly encoding: string; readonly text: Text; readonly weight: number }

function listCandidates(sample: Buffer, isAsked: (encoding: string) => boolean): Candidate[] {
  const texts = new Map<string, Text>()
  const best = new Map<string, Candidate>()
  for (const language of listLanguages()) {
    for (const [encoding, rarity] of Object.entries({ ...language.encodings, 'utf-8': -1 })) {
      if (!isAsked(encoding)) continue
      const text = texts.get(encoding) ?? countText(decode(sample, encoding))
      texts.set(encoding, text)
      const weight = rarity + weigh(text, language)
      if (weight > (best.get(encoding)?.weight ?? -Infinity)) best.set(encoding, { encoding, text, weight })
    }
  }
  return [...best.values()].toSorted((one, other) => other.weight - one.weight)
}

const isAny = () => true

/** Returns the likeliest encoding of bytes that are not ASCII; null for others. */
export function guessEncoding(bytes: Uint8Array, isAsked: (encoding: string) => boolean = isAny): Guess | null {
  const sample = takeSample(bytes)
  const [best, ...others] = sample.length === 0 ? [] : listCandidates(sample, isAsked)
  if (!best) return null
  const next = others.find(({ text }) => text.text !== best.text.text)
  return {
    encoding: best.encoding,
    lead: next ? best.weight - next.weight : Infinity,
    mean: (best.weight - best.text.ascii * asciiCost) / Math.max(best.text.native, 1),
  }
}
