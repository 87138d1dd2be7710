// Whether what a statement quotes stands in the passages that it cites: its figures with their units, its codes, its words in quotation
// marks. It is a comparison of strings: what it does not find may be there in other words, and what it finds may be said of another thing.
import { listItemPattern, normalizeFigures, numberPattern, readNumber } from './figures.ts'

/** The figures that a number may mean: `1,000` is a thousand, or one in a language with decimal commas. */
type Figure = { readonly text: string; readonly values: readonly number[]; readonly unit: string | null }

/** Upper case with a number, as in `ISO 13934-1`, `GB/T 3923.1`, `ISO 105-C06:2010` or `CNS-12915`. */
const codes = /(?<![\p{L}\d])[A-Z]{1,8}(?:\/[A-Z]{1,4})?[ -]?\d+(?:\.\d+)*(?:[-:/][A-Z]?\d+[A-Z]?)*(?![\p{L}\d])/gu
const quotations = /“([^”]{2,200})”|"([^"]{2,200})"|「([^」]{2,200})」|『([^』]{2,200})』|«([^»]{2,200})»/g

/** Units by the words that mean them. What is not here is compared without its unit. */
const units: Readonly<Record<string, readonly string[]>> = {
  '%': ['%', 'percent', 'per cent', 'パーセント', 'เปอร์เซ็นต์', 'phần trăm'],
  mm: ['mm', '毫米', '公釐', 'ミリメートル', 'มม', 'มิลลิเมตร'],
  cm: ['cm', '公分', '厘米', 'センチメートル', 'ซม', 'เซนติเมตร'],
  m: ['m', '公尺', '米', 'メートル', 'เมตร', 'mét'],
  km: ['km', '公里', 'キロメートル', 'กิโลเมตร'],
  µm: ['µm', 'μm', '微米'],
  nm: ['nm', '奈米', '納米'],
  mg: ['mg', '毫克'],
  g: ['g', '公克', '克', 'グラム', 'กรัม', 'gam'],
  kg: ['kg', '公斤', 'キログラム', 'กิโลกรัม'],
  n: ['n', 'newton', '牛頓'],
  cn: ['cn'],
  kn: ['kn'],
  pa: ['pa'],
  kpa: ['kpa'],
  mpa: ['mpa'],
  tex: ['tex'],
  dtex: ['dtex'],
  '°c': ['°c'],
  '°f': ['°f'],
  s: ['s', '秒', 'วินาที', 'giây', 'seconds'],
  min: ['min', '分鐘', 'นาที', 'phút', 'minutes'],
  h: ['h', '小時', '時間', 'ชั่วโมง', 'giờ', 'hours'],
  ml: ['ml', '毫升'],
  l: ['l', '公升', 'リットル', 'ลิตร', 'lít'],
}
const unitByWord = new Map(
  Object.entries(units).flatMap(([unit, words]) => words.map((word) => [word.normalize('NFKC').toLowerCase(), unit])),
)
const longestFirst = [...unitByWord.keys()].toSorted((a, b) => b.length - a.length)

/** The unit right behind a number, after at most one space; a word that only begins like one is none. */
function readUnit(rest: string): string | null {
  const text = rest.slice(0, 20).toLowerCase().replace(/^ /, '')
  const word = longestFirst.find((each) => text.startsWith(each) && !/^[a-z/]/.test(/[a-z]$/.test(each) ? text.slice(each.length) : ''))
  return (word !== undefined && unitByWord.get(word)) || null
}

const listFigures = (text: string): Figure[] =>
  [...text.matchAll(numberPattern)].map(({ 0: digits, index }) => ({
    text: digits,
    values: readNumber(digits).map(({ value }) => value),
    unit: readUnit(text.slice(index + digits.length)),
  }))

const smallNumbers: readonly (readonly string[])[] = [
  ['zero', '〇', '零'],
  ['one', '一', 'หนึ่ง', 'một'],
  ['two', '二', '兩', '两', 'สอง', 'hai'],
  ['three', '三', 'สาม', 'ba'],
  ['four', '四', 'สี่', 'bốn'],
  ['five', '五', 'ห้า', 'năm'],
  ['six', '六', 'หก', 'sáu'],
  ['seven', '七', 'เจ็ด', 'bảy'],
  ['eight', '八', 'แปด', 'tám'],
  ['nine', '九', 'เก้า', 'chín'],
  ['ten', '十', 'สิบ', 'mười'],
  ['eleven', '十一'],
  ['twelve', '十二'],
]

/** Returns the small numbers that a passage has in words. */
const listWrittenNumbers = (text: string): number[] =>
  smallNumbers.flatMap((words, value) =>
    words.some((word) => (/^[a-z]+$/.test(word) ? new RegExp(`\\b${word}\\b`, 'i').test(text) : text.includes(word))) ? [value] : [],
  )

const compact = (text: string) => text.toLowerCase().replaceAll(/[ -]/g, '')
const fold = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

const scripts = [/\p{scx=Hani}/u, /\p{scx=Hira}|\p{scx=Kana}/u, /\p{scx=Thai}/u, /\p{scx=Latn}/u]
/** Whether the words can stand in the passage at all: a translated quotation does not. */
const sharesScript = (words: string, passage: string) => scripts.some((script) => script.test(words) && script.test(passage))

/**
 * Returns what a statement quotes and none of its passages has, as it stands in the statement: codes, figures and words in quotation
 * marks. A figure counts as found with the same value, however it is written, unless the passages have it with other units only.
 *
 * @param statement a part of a reply, without citations
 * @param passages the texts that it cites
 */
export function findUnsupported(statement: string, passages: readonly string[]): string[] {
  const normalized = passages.map(normalizeFigures)
  const all = normalized.join('\n')
  let rest = normalizeFigures(statement).replace(listItemPattern, '')
  const missing: string[] = []

  const compacted = compact(all)
  rest = rest.replaceAll(codes, (code) => {
    // A longer number is another code.
    const isFound = compacted
      .split(compact(code))
      .slice(1)
      .some((behind) => !/^\d/.test(behind))
    if (!isFound) missing.push(code)
    return ' '
  })

  const known = normalized.flatMap(listFigures)
  const written = new Set(listWrittenNumbers(all))
  for (const { text, values, unit } of listFigures(rest)) {
    const same = known.filter((figure) => figure.values.some((value) => values.includes(value)))
    const hasUnit = same.some((figure) => unit === null || figure.unit === null || figure.unit === unit)
    if (!hasUnit && !(same.length === 0 && values.some((value) => written.has(value)))) missing.push(text)
  }

  const folded = fold(all)
  for (const [, ...groups] of rest.matchAll(quotations)) {
    const words = groups.find((group) => group !== undefined) ?? ''
    if (sharesScript(words, all) && !folded.includes(fold(words))) missing.push(words)
  }
  return [...new Set(missing)]
}
