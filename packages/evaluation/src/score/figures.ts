// The figures of a text with their units, bounds, spreads and ranges, as people and models write them in prose.
import { listItemPattern, numberPattern, readNumber } from '@heddle/text/citation/figures'
import { foldFigures } from '@heddle/units/fold-figures'
import { parseUnit } from '@heddle/units/parse-unit'
import type { UnitId } from '@heddle/units/units'
import { type Bound, readBoundBefore, readBoundBehind } from './bound-words.ts'
import { toPlainText } from './plain-text.ts'

/** What a numeral may mean: decimals with a point, as many digits as were written. */
export type Readings = readonly string[]

export type Figure = {
  /** As it stands in the text, its figures in one form. */
  readonly text: string
  readonly kind: 'single' | 'range' | 'spread'
  /** The number, the low end of a range, or what a spread is around. */
  readonly first: Readings
  /** The high end, or the spread; none of a single number. */
  readonly second: Readings
  readonly bound: Bound | null
  /** Several where the word is ambiguous; none without a unit. */
  readonly units: readonly UnitId[]
  /** An end of a range in words, which may mean two figures: it may be what is expected, and is itself not. */
  readonly isEnd: boolean
}

/** More are beyond what a double tells apart. */
const maxDecimals = 20

/** An answer with more repeats itself. */
const maxFigures = 1_000

/** Numbers of standards and dates are names. */
const standards =
  /(?<![A-Za-z])(?:ISO|IEC|EN|DIN|BS|ASTM|AATCC|JIS|CNS|GB|FZ|TCVN|TIS|มอก)(?:[./ -]?[A-Z]{1,4}){0,2}[ -]?\d+(?:[-.:/][A-Z]?\d+)*/g
const dates = /\d{4}([-/.])\d{1,2}\1\d{1,2}(?!\d)/g

const prepare = (answer: string) =>
  toPlainText(answer)
    .split('\n')
    .map((line) =>
      foldFigures(line.replace(listItemPattern, '')).replaceAll(standards, ' ').replaceAll(dates, ' ').replaceAll(/[〜∼]/g, '~'),
    )
    .join('\n')

/** Characters of the longest unit and bound that are looked for. */
const maxWords = 30
const unitBefore = /(ร้อยละ|(?<![\p{L}\p{M}])(?:NeC?|Nm|pH))[ :=]?$/u
const isLatin = /^[A-Za-z]/
/** What a unit begins with; a digit is that of threads/10 cm. */
const unitStart = /^ ?["%°\p{L}([【]/u
const spreadJoint = /^ ?(?:±|\+\/-|\+-) ?(?=\d)/
const markJoint = /^ ?[~-] ?(?=\d)/
const wordJoint = /^ ?(?:to|至|到|から|ถึง|đến) ?(?=\d)/
const andJoint = /^ ?(?:and|和|與|và|และ) ?(?=\d)/
const between = /(?:between|介於|之間|giữa|ระหว่าง) ?$/i

type Unit = { readonly units: readonly UnitId[]; readonly length: number }
const noUnit: Unit = { units: [], length: 0 }

/** Reads the unit at the beginning of a text: the longest that there is. */
function readUnit(rest: string): Unit {
  const [line = ''] = rest.slice(0, maxWords).split('\n')
  const space = line.startsWith(' ') ? 1 : 0
  // "5 in the wash" has no inches.
  if (!unitStart.test(line) || /^ ?in \p{L}/u.test(line)) return noUnit
  for (let end = line.length; end > space; end -= 1) {
    const isWithinWord = isLatin.test(line.charAt(end - 1)) && /^[A-Za-z\d/]/.test(rest.charAt(end))
    if (isWithinWord || line.charAt(end - 1) === ' ') continue
    const parsed = parseUnit(line.slice(space, end))
    if ('unit' in parsed) return { units: [parsed.unit], length: end }
    if (parsed.problem === 'ambiguous_unit') return { units: parsed.candidates, length: end }
  }
  return noUnit
}

function readUnitBefore(text: string): Unit {
  const [written = '', word] = unitBefore.exec(text) ?? []
  const parsed = word === undefined ? null : parseUnit(word)
  return parsed && 'unit' in parsed ? { units: [parsed.unit], length: written.length } : noUnit
}

type Numeral = { readonly readings: Readings; readonly start: number; readonly end: number; readonly unit: Unit }

/** Reads a numeral with its sign and unit; null of what is part of a name, such as PA6. */
function readNumeral(text: string, index: number, digits: string): Numeral | null {
  const lead = text.slice(Math.max(0, index - maxWords), index)
  const named = readUnitBefore(lead)
  if (named.length === 0 && /[A-Za-z_]-?$/.test(lead)) return null
  const isNegative = /(?:^|[^\p{L}\p{M}\d ]|[^\d] )-$|^-$/u.test(lead)
  const end = index + digits.length
  const behind = readUnit(text.slice(end))
  const decimals = readNumber(digits).map((reading) => reading.value.toFixed(Math.min(reading.decimals, maxDecimals)))
  const readings = decimals.map((decimal) => (isNegative ? `-${decimal}` : decimal))
  const start = index - (isNegative ? 1 : named.length)
  return { readings, start, end: end + behind.length, unit: behind.length > 0 ? behind : named }
}

const findDigits = (text: string, from: number) => {
  const pattern = new RegExp(numberPattern.source, 'y')
  pattern.lastIndex = from
  return pattern.exec(text)?.[0] ?? null
}

type Second = Numeral & { readonly kind: 'range' | 'spread'; readonly isWord: boolean }

/** Reads what makes a range or a value with its spread of a numeral. */
function readSecond(text: string, first: Numeral, lead: string): Second | null {
  const rest = text.slice(first.end, first.end + maxWords)
  const joints = [spreadJoint, markJoint, wordJoint, ...(between.test(lead) ? [andJoint] : [])]
  const joint = joints.find((pattern) => pattern.test(rest))
  if (!joint) return null
  const start = first.end + (joint.exec(rest)?.[0].length ?? 0)
  const digits = findDigits(text, start)
  const second = digits === null ? null : readNumeral(text, start, digits)
  if (!second) return null
  const kind = joint === spreadJoint ? 'spread' : 'range'
  // 13-1 is a name, and so is 2024-03-17.
  if (kind === 'range' && !(Number(first.readings.at(-1)) < Number(second.readings.at(-1)))) return null
  return { ...second, kind, isWord: joint === wordJoint }
}

/** The grey scale's 4-5 is the grade between them. */
function readHalfGrade({ kind, first, second, units }: Omit<Figure, 'text' | 'bound' | 'isEnd'>): Readings | null {
  const [low, high] = [Number(first[0]), Number(second[0])]
  return kind === 'range' && units.includes('grade') && high === low + 1 ? [String(low + 0.5)] : null
}

/** Reads the figure that begins with a numeral, with the ends of a range in words. */
function readFigures(text: string, first: Numeral): { readonly figures: readonly Figure[]; readonly end: number } {
  const lead = text.slice(Math.max(0, first.start - maxWords), first.start)
  const second = readSecond(text, first, lead)
  const end = second?.end ?? first.end
  const units = second && second.unit.units.length > 0 ? second.unit.units : first.unit.units
  const bound = readBoundBefore(lead) ?? readBoundBehind(text.slice(end, end + maxWords))
  const read = { kind: second?.kind ?? 'single', first: first.readings, second: second?.readings ?? [], units } as const
  const half = readHalfGrade(read)
  const single = { text: text.slice(first.start, end).trim(), kind: 'single', second: [], units } as const
  const figure: Figure = half ? { ...single, first: half, bound, isEnd: false } : { ...single, ...read, bound, isEnd: false }
  const ends = second?.isWord
    ? [first.readings, second.readings].map((readings) => ({ ...single, first: readings, bound: null, isEnd: true }))
    : []
  return { figures: [figure, ...ends], end }
}

/**
 * Returns the different figures of an answer in Markdown, in their order, the first thousand. Of "from 20 to 25 N" they are the range and both
 * its ends.
 */
export function listFigures(answer: string): Figure[] {
  const text = prepare(answer)
  const pattern = new RegExp(numberPattern.source, 'g')
  const figures = new Map<string, Figure>()
  let count = 0
  for (let match = pattern.exec(text); match && count < maxFigures; match = pattern.exec(text)) {
    const first = readNumeral(text, match.index, match[0])
    if (!first) continue
    count += 1
    const read = readFigures(text, first)
    for (const figure of read.figures) figures.set(JSON.stringify(figure), figure)
    pattern.lastIndex = Math.max(read.end, match.index + match[0].length)
  }
  return [...figures.values()]
}
