import type { DatasetKind } from '@heddle/contracts/dataset/dataset'
import { MultiSelect, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { workflowSiteQuery } from '#entities/workflow/workflow-site.queries.ts'
import { useLocalized } from '#i18n/use-language.ts'
import { type ResourceField, unknownResources } from './resource-fields.ts'

type ResourceSelectProps = {
  kind: ResourceField
  label: string
  value: readonly string[]
  max: number | null
  /** Of datasets, those of this kind. */
  datasetKind: DatasetKind
  error: string | undefined
  onChange: (value: string[]) => void
}

/** Knowledge collections or datasets of the tenant, by name. */
export function ResourceSelect({ kind, label, value, max, datasetKind, error, onChange }: ResourceSelectProps) {
  const { t } = useTranslation('builder')
  const localized = useLocalized()
  const { data: site } = useQuery(workflowSiteQuery())
  const known = kind === 'datasets' ? site?.datasets.filter((each) => each.kind === datasetKind) : site?.[kind]
  const offered = (known ?? []).map(({ id, name }) => ({ value: id, label: localized(name) }))
  const gone = value.filter((id) => site && offered.every((each) => each.value !== id))
  const shared = {
    label,
    searchable: true,
    data: [...offered, ...gone.map((id) => ({ value: id, label: t(unknownResources[kind]) }))],
    error,
  }
  return max === 1 ? (
    <Select {...shared} value={value[0] ?? null} onChange={(next) => onChange(next === null ? [] : [next])} />
  ) : (
    <MultiSelect {...shared} value={[...value]} maxValues={max ?? undefined} onChange={onChange} />
  )
}
