import { type ComboboxParsedItem, isOptionsGroup, Select } from '@mantine/core'
import { parseUnit } from '@heddle/units/parse-unit'
import { isUnitId, type Quantity, type UnitId, unitIds, units } from '@heddle/units/units'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type UnitSelectProps = {
  label: string
  description?: string
  value: string | null
  error?: ReactNode
  /** A unit whose quantity the others are of. */
  like?: string | undefined
  /** Symbols of units that are offered first, with the name of their group. */
  first?: { readonly group: string; readonly symbols: readonly string[] }
  onChange: (unit: string | null) => void
}

const quantities = [...new Set(unitIds.map((id) => units[id].quantity))] satisfies Quantity[]

/** A unit by its symbol, among those of its quantity; found also by the name of the quantity, and as reports write it (牛頓, gsm). */
export function UnitSelect({ like, first, ...props }: UnitSelectProps) {
  const { t } = useTranslation('dataset')
  const { t: tTable } = useTranslation('table')
  const isFirst = (id: UnitId) => first?.symbols.includes(units[id].symbol) === true
  const toItems = (ids: readonly UnitId[]) => ids.map((id) => ({ value: id, label: units[id].symbol }))
  const offered = like !== undefined && isUnitId(like) ? [units[like].quantity] : quantities
  const data = [
    ...(first ? [{ group: first.group, items: toItems(unitIds.filter(isFirst)) }] : []),
    ...offered.map((quantity) => ({
      group: t(`quantity.${quantity}`),
      items: toItems(unitIds.filter((id) => units[id].quantity === quantity && !isFirst(id))),
    })),
  ].filter(({ items }) => items.length > 0)
  return (
    <Select
      {...props}
      data={data}
      searchable
      clearable
      filter={({ options, search }) => filterUnits(options, search)}
      nothingFoundMessage={tTable('nothingFound')}
    />
  )
}

function filterUnits(options: ComboboxParsedItem[], search: string): ComboboxParsedItem[] {
  const wanted = search.trim().toLowerCase()
  const parsed = parseUnit(search)
  const isMeant = (value: string) =>
    'unit' in parsed ? parsed.unit === value : 'candidates' in parsed && parsed.candidates.some((id) => id === value)
  return options.flatMap((option): ComboboxParsedItem[] => {
    if (!isOptionsGroup(option)) return [option]
    if (typeof option.group === 'string' && option.group.toLowerCase().includes(wanted)) return [option]
    const items = option.items.filter(({ value, label }) => label.toLowerCase().includes(wanted) || isMeant(value))
    return items.length > 0 ? [{ ...option, items }] : []
  })
}
