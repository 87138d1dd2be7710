import type { SearchFilters } from '@heddle/contracts/retrieval/search'
import { languageNames, languages } from '@heddle/contracts/languages'
import { Group, MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { retrievalTestQueries } from './retrieval-test.queries.ts'

type FilterFieldsProps = { collectionId: string; filters: SearchFilters; onChange: (filters: SearchFilters) => void }

export function FilterFields({ collectionId, filters, onChange }: FilterFieldsProps) {
  const { t } = useTranslation('retrieval')
  const { data: tags = [] } = useQuery(retrievalTestQueries.tags(collectionId))
  const options = [...languages.map((value) => ({ value, label: languageNames[value] })), { value: 'other', label: t('filter.other') }]
  return (
    <Group gap="sm" mt="md" grow>
      <MultiSelect
        label={t('filter.languages')}
        data={options}
        value={filters.languages ?? []}
        clearable
        onChange={(chosen) => onChange({ ...filters, languages: chosen as NonNullable<SearchFilters['languages']> })}
      />
      {tags.length > 0 && (
        <MultiSelect
          label={t('filter.tags')}
          data={[...tags]}
          value={filters.tags ?? []}
          clearable
          searchable
          onChange={(chosen) => onChange({ ...filters, tags: chosen })}
        />
      )}
    </Group>
  )
}
