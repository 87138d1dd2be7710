// Finds the columns of a dataset in the columns of a file: by name in any language, by synonym, and by unit.
import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import { splitHeader } from '@heddle/units/split-header'
import { isUnitId, units, type UnitId } from '@heddle/units/units'
import { toHeaderKey } from './header-names.ts'
import type { NamedHeader } from './header-names.ts'

function listKeys({ name, synonyms = [] }: DatasetColumn): Set<string> {
  const words = [...Object.values(name), ...synonyms].filter((word): word is string => typeof word === 'string' && word !== '')
  return new Set(words.flatMap((word) => [toHeaderKey(word), toHeaderKey(splitHeader(word).name)]))
}

/** Whether values of the one can be those of the other. */
function fitsUnit(unit: UnitId | null, column: DatasetColumn): boolean {
  if (unit === null || column.unit === undefined || !isUnitId(column.unit)) return true
  return units[unit].quantity === units[column.unit].quantity
}

export type MatchedColumns = {
  /** By the number of the file's column. */
  readonly columns: ReadonlyMap<number, DatasetColumn>
  /** Columns of the file with the name of one of the dataset, and a unit that is not of its quantity. */
  readonly unfit: readonly number[]
}

/** Returns the column of the dataset for each of the file that has its name. Each is found once; of two, the one of the same unit. */
export function matchColumns(headers: readonly NamedHeader[], columns: readonly DatasetColumn[]): MatchedColumns {
  const candidates = columns.map((column) => ({ column, keys: listKeys(column) }))
  const pairs = headers.flatMap((header) => {
    const full = toHeaderKey(header.header)
    const own = toHeaderKey(header.ownName)
    return candidates.flatMap(({ column, keys }) => {
      if (header.isMissing || own === '' || !(keys.has(full) || keys.has(own))) return []
      const isSame = header.unit !== null && header.unit === column.unit
      return [{ header, column, rank: (keys.has(full) ? 2 : 0) + (isSame ? 1 : 0) }]
    })
  })
  const found = new Map<number, DatasetColumn>()
  const taken = new Set<string>()
  const fitting = pairs.filter(({ header, column }) => fitsUnit(header.unit, column))
  for (const { header, column } of fitting.toSorted((a, b) => b.rank - a.rank || a.header.at - b.header.at)) {
    if (found.has(header.at) || taken.has(column.id)) continue
    found.set(header.at, column)
    taken.add(column.id)
  }
  const unfit = new Set(pairs.filter(({ header, column }) => !fitsUnit(header.unit, column)).map(({ header }) => header.at))
  return { columns: found, unfit: [...unfit].filter((at) => !found.has(at)) }
}
