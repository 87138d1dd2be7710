import type { DatasetKind } from '@heddle/contracts/dataset/dataset'
import { Select, type SelectProps } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocalized } from '#i18n/use-language.ts'
import { useSelectSearch } from '#shared/forms/use-select-search.tsx'
import { datasetQueries } from './datasets.queries.ts'

type DatasetSelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange' | 'searchValue' | 'onSearchChange'> & {
  value: string | null
  onChange: (id: string | null) => void
  kind: DatasetKind
  /** A dataset that may not be chosen. */
  without?: string
}

/** A select of the tenant's datasets of a kind, with search on the server. */
export function DatasetSelect({ value, onChange, kind, without, ...rest }: DatasetSelectProps) {
  const localized = useLocalized()
  const { data: chosen } = useQuery({ ...datasetQueries.detail(value ?? ''), enabled: value !== null })
  const { keyword, isWanted, buildProps } = useSelectSearch(value, chosen && localized(chosen.name))
  const { data, isFetching } = useQuery({
    ...datasetQueries.list({ kind, page_size: 50, ...(keyword && { keyword }) }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })
  const found = (data?.rows ?? []).filter(({ id }) => id !== without).map(({ id, name }) => ({ value: id, label: localized(name) }))
  return <Select clearable {...rest} {...buildProps(found, isFetching, onChange)} />
}
