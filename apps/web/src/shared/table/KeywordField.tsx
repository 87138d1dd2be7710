import { SearchField } from './SearchField.tsx'

type KeywordFieldProps = {
  label: string
  tableState: {
    filters: { keyword?: string }
    setFilter: (name: 'keyword', keyword: string, options: { replace: boolean }) => void
  }
}

/** The search of a table that has `keywordFilter` as its filter `keyword`. */
export function KeywordField({ label, tableState: { filters, setFilter } }: KeywordFieldProps) {
  return (
    <SearchField label={label} value={filters.keyword ?? ''} onChange={(keyword) => setFilter('keyword', keyword, { replace: true })} />
  )
}
