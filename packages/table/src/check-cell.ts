// Whether a cell fits its column: asked by the service at each edit, and by a grid as it is typed.
import type { CellValue, LaboratoryValue } from '@heddle/contracts/dataset/cell'
import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import type { CellErrorReason } from '@heddle/contracts/dataset/row'
import { z } from 'zod'

const Day = z.iso.date().refine((day) => !day.startsWith('0000'))

/** An empty text is an empty cell. */
export const toStoredCell = (value: CellValue): CellValue => (value === '' ? null : value)

/** Returns why a cell is not one of its column, or null. Whether a required one is empty is asked at publication. */
export function checkCell({ type, choices }: DatasetColumn, value: CellValue): CellErrorReason | null {
  if (value === null) return null
  switch (type) {
    case 'number':
      return isNumberCell(value, Number.isFinite) ? null : 'wrong_type'
    case 'integer':
      return isNumberCell(value, Number.isSafeInteger) ? null : 'wrong_type'
    case 'boolean':
      return typeof value === 'boolean' ? null : 'wrong_type'
    case 'date':
      return Day.safeParse(value).success ? null : 'wrong_type'
    case 'text':
      return typeof value === 'string' ? null : 'wrong_type'
    case 'choice':
      if (typeof value !== 'string') return 'wrong_type'
      return choices?.some((choice) => choice.value === value) ? null : 'not_a_choice'
  }
}

const isNumberCell = (value: CellValue, isOne: (number: number) => boolean) =>
  typeof value === 'number' ? isOne(value) : typeof value === 'object' && value !== null && isLaboratoryCell(value, isOne)

/** Only what was not detected has no number. */
const isLaboratoryCell = ({ number, mark }: LaboratoryValue, isOne: (number: number) => boolean) =>
  number === null ? mark === 'n.d.' : mark !== 'n.d.' && isOne(number)
