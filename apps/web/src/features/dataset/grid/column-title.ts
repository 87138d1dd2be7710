import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import { isUnitId, units } from '@heddle/units/units'
import { useLocalized } from '#i18n/use-language.ts'

/** Returns the function that writes the name of a column with its unit. */
export function useColumnTitle() {
  const localize = useLocalized()
  return ({ name, unit }: DatasetColumn): string =>
    unit === undefined ? localize(name) : `${localize(name)} (${isUnitId(unit) ? units[unit].symbol : unit})`
}
