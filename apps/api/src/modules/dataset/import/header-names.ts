// Names and units of the columns of a file: split off their headers, or read in the row below.
import { removeInvisible } from '@heddle/contracts/visible-text'
import { limits } from '@heddle/contracts/limits'
import { parseUnit } from '@heddle/units/parse-unit'
import { splitHeader } from '@heddle/units/split-header'
import type { UnitId } from '@heddle/units/units'
import { toTextKey } from '@heddle/table/text-key'
import type { FoundHeader } from './find-layout.ts'

export type NamedHeader = {
  readonly at: number
  /** As the file has it. */
  readonly header: string
  /** Without its unit; of a column without a header its letters. */
  readonly ownName: string
  /** The same, and another for each column. */
  readonly name: string
  readonly unit: UnitId | null
  readonly unitCandidates: readonly UnitId[]
  readonly isMissing: boolean
  /** Whether a column before it has the same name. */
  readonly isRepeated: boolean
}

const lettersInAlphabet = 26
const letterBefore = 64

/** A, B, … Z, AA, as a spreadsheet names its columns. */
const toColumnLetters = (at: number): string =>
  at > lettersInAlphabet
    ? toColumnLetters(Math.floor((at - 1) / lettersInAlphabet)) + toColumnLetters(((at - 1) % lettersInAlphabet) + 1)
    : String.fromCodePoint(letterBefore + at)

/** What two headers are the same name by. */
export const toHeaderKey = (text: string): string => toTextKey(text).replaceAll(/[\p{P}\p{S}\s]+/gu, '')

function readUnit({ header, unitText }: FoundHeader) {
  const split = splitHeader(header)
  if (unitText === '') return split
  const parsed = parseUnit(unitText)
  // The row below says it; what the header has is then part of its name, unless it says the same.
  if ('unit' in parsed) return { name: split.unit === null ? header : split.name, unit: parsed.unit, candidates: [] }
  return parsed.problem === 'ambiguous_unit' ? { name: split.name, unit: null, candidates: parsed.candidates } : split
}

/** Returns the names of columns. One that another has already gets a number. */
export function nameHeaders(headers: readonly FoundHeader[]): NamedHeader[] {
  const counts = new Map<string, number>()
  return headers.map((found) => {
    const { name, unit, candidates } = readUnit(found)
    const isMissing = removeInvisible(found.header).trim() === ''
    const own = (isMissing ? toColumnLetters(found.at) : name).slice(0, limits.nameCharacters).toWellFormed().trim()
    const key = toHeaderKey(own)
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    const suffix = ` ${count}`
    const unique = count === 1 ? own : `${own.slice(0, limits.nameCharacters - suffix.length).toWellFormed()}${suffix}`
    return {
      at: found.at,
      header: found.header,
      ownName: own,
      name: unique,
      unit,
      unitCandidates: candidates,
      isMissing,
      isRepeated: count > 1 && !isMissing,
    }
  })
}
