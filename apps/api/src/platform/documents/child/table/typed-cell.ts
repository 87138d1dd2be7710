// Reads a cell of a sheet by its type: what is stored, not what is shown of it.
import type { RawCell } from '@heddle/contracts/dataset/import'
import type { Findings } from '../findings.ts'
import { decodeEscapes, type CellString, readString } from '../office/xlsx/strings.ts'
import type { NumberFormatter } from '../office/xlsx/numbers.ts'
import type { CellFormat } from '../office/xlsx/styles.ts'
import { decodeSymbols } from '../office/symbols.ts'
import { findChild, textContent, type XmlElement } from '../office/xml.ts'
import { toRawText } from './sheet-lines.ts'

export type FormatMeaning = 'date' | 'plain' | 'shown'

export type TypedCellContext = {
  readonly findFormat: (index: string | undefined) => CellFormat
  readonly findMeaning: (code: string) => FormatMeaning
  readonly sharedStrings: readonly CellString[]
  readonly formatNumber: NumberFormatter
  readonly findings: Findings
}

export type TypedCell = {
  readonly value: RawCell
  /** The formula whose value it is; empty where the file has it elsewhere. */
  readonly formula?: string
  readonly isStruck?: boolean
}

const empty: TypedCell = { value: null }

/** What Excel keeps of a number. */
const maxDigits = 15

/** `2026-03-17T09:30:00.000Z`: as the dates of other cells. */
const toIsoDate = (text: string) =>
  text
    .trim()
    .replace('T', ' ')
    .replace(/(?:\.\d+)?Z?$/, '')
    .replace(/ 00:00:00$/, '')

const isoFormat = 'yyyy-mm-dd hh:mm:ss'

function readNumber(raw: string, { code }: CellFormat, { findMeaning, formatNumber }: TypedCellContext): RawCell {
  const stored = Number(raw)
  if (!Number.isFinite(stored)) return toRawText(raw)
  const value = Number(stored.toPrecision(maxDigits))
  const meaning = findMeaning(code)
  if (meaning === 'plain') return value
  const shown = formatNumber(stored, meaning === 'date' ? isoFormat : code)
  if (shown === undefined || shown === '') return value
  return meaning === 'date' ? { date: shown.replace(/ 00:00:00$/, '') } : { number: value, shown: shown.slice(0, 300) }
}

const readText = ({ text, isRich }: CellString, { font }: CellFormat): RawCell => toRawText(isRich ? text : decodeSymbols(text, font))

function readValue(cell: XmlElement, raw: string, format: CellFormat, context: TypedCellContext): RawCell {
  const inline = findChild(cell, 'x:is')
  if (inline) return readText(readString(inline, context.findings), format)
  switch (cell.attributes['t']) {
    case 's': {
      const shared = context.sharedStrings[Number(raw)]
      return shared ? readText(shared, format) : raw === '' ? null : { error: '#REF!' }
    }
    case 'b':
      return raw === '' ? null : /^(?:1|true)$/i.test(raw.trim())
    case 'e':
      return raw === '' ? null : { error: raw.slice(0, 20) }
    case 'd':
      return raw.trim() === '' ? null : { date: toIsoDate(raw).slice(0, 30) }
    case 'str':
    case 'inlineStr':
      return toRawText(decodeEscapes(raw))
    default:
      return raw.trim() === '' ? null : readNumber(raw, format, context)
  }
}

const maxFormulaCharacters = 200

/** Returns the value of a cell; of a formula the one that was stored. What is struck out does not hold, and is empty. */
export function readTypedCell(cell: XmlElement, context: TypedCellContext): TypedCell {
  if (cell.children.length === 0) return empty
  const value = findChild(cell, 'x:v')
  const raw = value && textContent(value)
  const format = context.findFormat(cell.attributes['s'])
  const element = findChild(cell, 'x:f')
  const formula = element && textContent(element).trim().slice(0, maxFormulaCharacters)
  const isCalculated = raw !== undefined && (raw !== '' || cell.attributes['t'] === 'str')
  if (formula !== undefined && !isCalculated) return { value: { formula: `=${formula}` }, formula }
  const read = readValue(cell, raw ?? '', format, context)
  if (read === null) return empty
  if (format.isStruck) return { value: null, isStruck: true }
  return formula === undefined ? { value: read } : { value: read, formula }
}
