import { Select, type SelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { sourceQueries } from './sources.queries.ts'
import { useSelectSearch } from '#shared/forms/use-select-search.tsx'
import { formatFilePath } from './file-path.ts'

type SourceSelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange' | 'searchValue' | 'onSearchChange'> & {
  collectionId: string
  value: string | null
  /** The title of the chosen source, if known; the source may be beyond the first page. */
  chosenTitle: string | undefined
  /** A source that may not be chosen. */
  without?: string
  onChange: (id: string | null) => void
}

/** A select of the sources of a collection, with search on the server. */
export function SourceSelect({ collectionId, value, chosenTitle, without, onChange, ...rest }: SourceSelectProps) {
  const { t } = useTranslation('knowledge')
  const { keyword, isWanted, buildProps } = useSelectSearch(value, chosenTitle)
  const { data, isFetching } = useQuery({
    ...sourceQueries.list(collectionId, { page_size: 50, sort: 'title', direction: 'asc', ...(keyword && { keyword }) }),
    enabled: isWanted,
  })
  const others = data?.rows.filter(({ id }) => id !== without) ?? []
  const isRepeated = (title: string) => others.filter((other) => other.title === title).length > 1
  const found = others.map((source) => {
    const { id, title, url } = source
    const origin = isRepeated(title) ? (url ?? formatFilePath(source)) : null
    return { value: id, label: origin === null ? title : t('sourceNamed', { title, origin }) }
  })
  return <Select clearable {...rest} {...buildProps(found, isFetching, onChange)} />
}
