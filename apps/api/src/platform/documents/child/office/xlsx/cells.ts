// Reads the cells of a sheet as Excel shows them.
import type { Findings } from '../../findings.ts'
import { findChild, textContent, type XmlElement } from '../xml.ts'
import { formatGeneral, formatText, type NumberFormatter } from './numbers.ts'
import { decodeSymbols } from '../symbols.ts'
import { type CellString, decodeEscapes, readString } from './strings.ts'
import type { CellFormat } from './styles.ts'

export type CellContext = {
  readonly findFormat: (index: string | undefined) => CellFormat
  readonly sharedStrings: readonly CellString[]
  readonly formatNumber: NumberFormatter
  readonly findings: Findings
}

export type CellPosition = { readonly page: number; readonly at: string }

export type ReadCell = {
  readonly text: string
  /** What stands for a value that the file may not have: the formula of a nought. */
  readonly formula?: string
}

const empty: ReadCell = { text: '' }

const contentOf = (cell: XmlElement, name: string): string | undefined => {
  const child = findChild(cell, name)
  return child && textContent(child)
}

/** `2026-03-17T00:00:00.000Z`: without what a day does not have. */
const formatIsoDate = (text: string): string =>
  text
    .trim()
    .replace(/(?<=\d)T/, ' ')
    .replace(/(?:\.0+)?Z?$/, '')
    .replace(/ 00:00(?::00)?$/, '')

/** Newer functions are written with a prefix that Excel does not show. */
const formatFormula = (formula: XmlElement): string => {
  const text = textContent(formula)
    .replaceAll(/_xl(?:fn|ws|udf|pm)\./g, '')
    .trim()
  // Of formulas that were filled down, only the first is in the file.
  return text === '' ? 'not calculated' : `=${text}`
}

function readNumber(raw: string, { code }: CellFormat, { formatNumber, findings }: CellContext, position: CellPosition): string {
  const value = Number(raw)
  if (!Number.isFinite(value)) return raw
  const shown = formatNumber(value, code)
  if (shown === undefined) {
    findings.add('cells_unreadable', position)
    return formatGeneral(value)
  }
  if (shown === '' && value !== 0) findings.add('hidden', position)
  return shown
}

function readText({ text, isRich }: CellString, { code, font }: CellFormat, { findings }: CellContext, position: CellPosition): string {
  const shown = formatText(isRich ? text : decodeSymbols(text, font), code)
  if (shown === '' && text.trim() !== '') findings.add('hidden', position)
  return shown
}

function readValue(cell: XmlElement, raw: string, format: CellFormat, context: CellContext, position: CellPosition): string {
  const inline = findChild(cell, 'x:is')
  if (inline) return readText(readString(inline, context.findings), format, context, position)
  switch (cell.attributes['t']) {
    case 's': {
      const shared = context.sharedStrings[Number(raw)]
      if (!shared && raw !== '') context.findings.add('cells_unreadable', position)
      return shared ? readText(shared, format, context, position) : ''
    }
    case 'b':
      return /^(?:1|true)$/i.test(raw.trim()) ? 'TRUE' : raw === '' ? '' : 'FALSE'
    case 'e':
      if (raw !== '') context.findings.add('cells_unreadable', position)
      return raw
    case 'd':
      return formatIsoDate(raw)
    case 'str':
    case 'inlineStr':
      return readText({ text: decodeEscapes(raw), isRich: false }, format, context, position)
    default:
      return raw.trim() === '' ? '' : readNumber(raw, format, context, position)
  }
}

/** Returns what a cell shows. One that is struck out is left out, as its value does not hold. */
export function readCell(cell: XmlElement, context: CellContext, position: CellPosition): ReadCell {
  if (cell.children.length === 0) return empty
  const { findings } = context
  const raw = contentOf(cell, 'x:v')
  const format = context.findFormat(cell.attributes['s'])
  const formula = findChild(cell, 'x:f')
  const isCalculated = raw !== undefined && (raw !== '' || cell.attributes['t'] === 'str')
  if (formula && !isCalculated) {
    findings.add('formulas_uncalculated', position)
    return { text: formatFormula(formula) }
  }
  const text = readValue(cell, raw ?? '', format, context, position)
  if (format.isStruck && text.trim() !== '') {
    findings.add('hidden', position)
    return empty
  }
  return formula && Number(raw) === 0 && raw !== '' ? { text, formula: formatFormula(formula) } : { text }
}
