// Whether the figures of a statement stand in the results that it cites: numbers of their cells, counts, and what rounding, a unit, a share or
// a multiple makes of them. What is no figure, such as a date, a place in an order or the name of a sample, is not looked for.
import type { UnitId } from '@heddle/units/units'
import { units } from '@heddle/units/units'
import { listItemPattern, normalizeFigures, numberPattern, readNumber } from './figures.ts'
import {
  type CitedTable,
  isSameValue,
  isShare,
  listCellValues,
  listOtherValues,
  type ResultValue,
  type WrittenFigure,
} from './result-values.ts'
import { readUnitAfter, readUnitBefore } from './unit-after.ts'

const months =
  'january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec'
const thaiMonths =
  'มกราคม|กุมภาพันธ์|มีนาคม|เมษายน|พฤษภาคม|มิถุนายน|กรกฎาคม|สิงหาคม|กันยายน|ตุลาคม|พฤศจิกายน|ธันวาคม|ม\\.ค\\.|ก\\.พ\\.|มี\\.ค\\.|เม\\.ย\\.|พ\\.ค\\.|มิ\\.ย\\.|ก\\.ค\\.|ส\\.ค\\.|ก\\.ย\\.|ต\\.ค\\.|พ\\.ย\\.|ธ\\.ค\\.'

/** What has digits and is no figure. */
const noFigures: readonly RegExp[] = [
  // Standards, and names with digits: `ISO 13934-1`, `FT-1023`, `N66`.
  /(?<![A-Za-z])(?:ISO|EN|DIN|JIS|CNS|ASTM|AATCC|GB\/T|GB|FZ\/T|BS|TCVN|IEC|NF|IWTO)(?:[ /-]?[A-Z]{1,4})?[ -]?\d[\d.:/-]*[A-Z]?\d*/g,
  /(?<![A-Za-z\d/]|\d ?)(?!pH|Ne|Nm)[A-Za-z]+(?:[-_/][A-Za-z]+)*[-_]?\d+(?:[-_./][A-Za-z\d]+)*/g,
  // Dates and years.
  /\d{4}[-/.]\d{1,2}(?:[-/.]\d{1,2})?(?!\d)|(?<!\d)\d{1,2}[-/.]\d{1,2}[-/.]\d{4}/g,
  /(?<!\d)\d{1,4} ?年(?: ?\d{1,2} ?月)?(?: ?\d{1,2} ?日)?|(?<!\d)\d{1,2} ?月(?: ?\d{1,2} ?日)?/g,
  new RegExp(`\\b\\d{1,2} (?:${months})\\b\\.?(?:,? \\d{4})?|\\b(?:${months})\\b\\.?(?: \\d{1,2}(?:st|nd|rd|th)?)?(?:,? \\d{4})?`, 'gi'),
  new RegExp(`(?:\\d{1,2} ?)?(?:${thaiMonths})(?: ?\\d{2,4})?|(?:พ\\.ศ\\.|ค\\.ศ\\.|ปี) ?\\d{2,4}`, 'g'),
  /(?:ngày|tháng|năm) \d{1,4}(?:[/-]\d{1,4}){0,2}/gi,
  /\b\d{1,2}:\d{2}\b/g,
  // Sizes and constructions: `50 × 200`, `40/2`.
  /\d+(?:\.\d+)?(?: ?[A-Za-z]{1,3})?(?: ?[×*x] ?\d+(?:\.\d+)?(?: ?[A-Za-z]{1,3}\b)?)+/g,
  /(?<![\d.,])\d{1,3}\/\d{1,2}(?![\d.,])/g,
  // Places in an order, and how many of one.
  /第 ?\d+(?![\d.,])|(?:no\.|#|thứ|อันดับ(?:ที่)?|ลำดับ(?:ที่)?) ?\d+(?![\d.,]\d)|(?<![\d.])\d+(?:st|nd|rd|th)\b|(?<![\d.])\d+ ?(?:番目|位)/gi,
  /(?:\b(?:top|bottom)|前|上位|下位) ?\d{1,2}(?![\d.,]\d)/gi,
  // A yarn count of cotton: `綿番手40`, `32s`.
  /(?:番手|支數|支数) ?\d+(?:\.\d+)?|(?<![\d.])\d{1,3}s\b/g,
]

const blank = (text: string) => ' '.repeat(text.length)

const scales: readonly (readonly [RegExp, number])[] = [
  [/^ ?(?:千|พัน|nghìn|ngàn|thousand\b)/i, 1e3],
  [/^ ?(?:萬|万|หมื่น)/, 1e4],
  [/^ ?แสน/, 1e5],
  [/^ ?(?:百萬|百万|ล้าน|triệu|million\b)/i, 1e6],
]

/** What is counted behind a number. */
const counted =
  /^ ?(?:筆|列|件|行|組|個|項|(?:rows?|values?|groups?|samples?|lots?|tests?)\b|แถว|ค่า|กลุ่ม|ตัวอย่าง|รายการ|dòng|giá trị|nhóm|mẫu)/i

/** Returns the figures of a text of which what is none has been blanked. */
const listFigures = (text: string): WrittenFigure[] =>
  [...text.matchAll(numberPattern)].map(({ 0: digits, index }) => {
    const rest = text.slice(index + digits.length)
    // The end of a range has the unit of both.
    const [range = ''] = /^ ?(?:[-~～〜]|to|至|到|から|ถึง|đến) ?[\d.,]+/.exec(rest) ?? []
    const scale = scales.find(([word]) => word.test(rest))?.[1] ?? 1
    const readings = readNumber(digits).map(({ value, decimals }) => ({ value: value * scale, decimals: decimals - Math.log10(scale) }))
    const unit = readUnitAfter(rest.slice(range.length)) ?? readUnitBefore(text.slice(0, index))
    return { text: digits, readings, unit, isCount: unit === null && counted.test(rest) }
  })

const hanDigits = '〇一二三四五六七八九'
/** Returns the value of a number below a hundred in Chinese numerals. */
function readHanNumber(text: string): number {
  const [tens, ones] = text.includes('十') ? text.split('十') : ['〇', text]
  const read = (digit: string, empty: number) => (digit === '' ? empty : hanDigits.indexOf(digit.replace('兩', '二')))
  return read(tens ?? '', 1) * 10 + read(ones ?? '', 0)
}

/** Chinese numerals that count, from two on: one alone is an article. */
const listHanFigures = (text: string): WrittenFigure[] =>
  [
    ...text.matchAll(
      /(?<![一二兩三四五六七八九十百千第])([二兩三四五六七八九]?十[一二三四五六七八九]?|[二兩三四五六七八九])(?= ?(?:筆|列|組|件))/g,
    ),
  ].map(([digits]) => ({ text: digits, readings: [{ value: readHanNumber(digits), decimals: 0 }], unit: null, isCount: true }))

const isYear = ({ text, unit }: WrittenFigure) => unit === null && /^(?:19|20)\d\d$/.test(text)
const isOne = ({ text, unit }: WrittenFigure) => unit === null && text === '1'

/** A grade between two is written as both. */
const listGrades = (text: string): WrittenFigure[] =>
  [...text.matchAll(/(?<![\d.])([1-4])-([2-5])(?![\d.])/g)].flatMap(([both, low, high]) =>
    Number(high) - Number(low) === 1
      ? [{ text: both, readings: [{ value: Number(low) + 0.5, decimals: 1 }], unit: null, isCount: false }]
      : [],
  )

type Checked = { readonly figure: WrittenFigure; readonly found: readonly ResultValue[]; readonly isFound: boolean }

function checkFigures(statement: string, tables: readonly CitedTable[]): Checked[] {
  let text = normalizeFigures(statement).replace(listItemPattern, blank)
  for (const pattern of noFigures) text = text.replaceAll(pattern, blank)
  const cells = tables.flatMap(listCellValues)
  const known = [...cells, ...tables.flatMap(listOtherValues)]
  const find = (figure: WrittenFigure) => known.filter((value) => isSameValue(figure, value))
  const grades = listGrades(text)
    .map((figure) => ({ figure, found: find(figure).filter(({ unit }) => unit === 'grade' || unit === null), isFound: true }))
    .filter(({ found }) => found.length > 0)
  for (const { figure } of grades) text = text.replace(figure.text, blank)

  const figures = [...listFigures(text), ...listHanFigures(text)].filter((figure) => !isYear(figure) && !isOne(figure))
  const plain = figures.map((figure): Checked => {
    const found = find(figure)
    const isFound = found.length > 0 || isDesignation(figure, known) || isShareOf(figure, text, tables)
    return { figure, found, isFound }
  })
  return [...grades, ...plain]
}

/** A count of yarn names a yarn, where the result has none. */
const isDesignation = ({ unit }: WrittenFigure, known: readonly ResultValue[]) =>
  isLinearDensity(unit) && !known.some((value) => value.isOfColumn && isLinearDensity(value.unit))
const isLinearDensity = (unit: UnitId | null) => unit !== null && units[unit].quantity === 'linear_density'

const multiple = /^ ?(?:倍|times\b|fold\b|เท่า|lần)/i

function isShareOf(figure: WrittenFigure, text: string, tables: readonly CitedTable[]): boolean {
  const isMultiple = multiple.test(text.slice(text.indexOf(figure.text) + figure.text.length))
  if (figure.unit !== '%' && !isMultiple) return false
  return tables.some((table) => isShare(figure, table, isMultiple ? 1 : 100))
}

/** Returns the figures of a statement that are in none of the results and do not follow from one, as they stand in it in NFKC. */
export const findUnknownFigures = (statement: string, tables: readonly CitedTable[]): string[] => [
  ...new Set(checkFigures(statement, tables).flatMap(({ figure, isFound }) => (isFound ? [] : figure.text))),
]

/**
 * Returns the cells of a result that a statement uses, as `row:column`: those of its figures, in the rows that it names where there are
 * such, and the texts by which it names them.
 */
export function findUsedCells(statement: string, table: CitedTable): ReadonlySet<string> {
  const folded = fold(statement)
  const named = table.rows.flatMap(({ cells }, row) =>
    cells.flatMap((cell, column) => (typeof cell === 'string' && isNamed(cell, folded) ? [[row, column] as const] : [])),
  )
  const rows = new Set(named.map(([row]) => row))
  const used = checkFigures(statement, [table]).flatMap(({ found }) => {
    const cells = found.flatMap(({ cell }) => (cell ? [cell] : []))
    const inNamed = cells.filter(([row]) => rows.has(row))
    return inNamed.length > 0 ? inNamed : cells
  })
  return new Set([...named, ...used].map(([row, column]) => `${row}:${column}`))
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase()

/** Whether a statement has the words of a cell, and not only as a part of others in a script that has spaces. */
function isNamed(cell: string, statement: string): boolean {
  const words = fold(cell).trim()
  const at = words === '' ? -1 : statement.indexOf(words)
  if (at === -1) return false
  const isWithin = (inner: string, outer: string) => /[a-z\d]/.test(inner) && /[a-z\d]/.test(outer)
  return !isWithin(words.at(0) ?? '', statement.charAt(at - 1)) && !isWithin(words.at(-1) ?? '', statement.charAt(at + words.length))
}
