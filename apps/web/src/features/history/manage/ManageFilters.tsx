import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AssistantSelect } from '#entities/assistant/AssistantSelect.tsx'
import { foldersQuery, nestFolders } from '#entities/chat/folders.queries.ts'
import { FilterSelect } from '#shared/table/FilterSelect.tsx'
import type { TableState } from '#shared/table/use-table-state.ts'
import { ages, type filterSchemas, noFolder, questionCounts, states } from './manage-filters.ts'

type ManageFiltersProps = { table: TableState<typeof filterSchemas, never> }

/** The filters of the table of chats. */
export function ManageFilters({ table: { filters, setFilter } }: ManageFiltersProps) {
  const { t } = useTranslation('manage')
  const { data: folders = [] } = useQuery(foldersQuery)
  return (
    <>
      <FilterSelect
        label={t('filter.folder')}
        value={filters.folder}
        w={170}
        searchable
        data={[
          { value: noFolder, label: t('filter.noFolder') },
          ...nestFolders(folders).flatMap(({ folder, inner }) => [
            { value: folder.id, label: folder.name },
            ...inner.map((child) => ({ value: child.id, label: `${folder.name} / ${child.name}` })),
          ]),
        ]}
        onChange={(folder) => setFilter('folder', folder)}
      />
      <AssistantSelect
        aria-label={t('filter.expert')}
        placeholder={t('filter.expert')}
        scope="all"
        w={170}
        clearable
        value={filters.expert ?? null}
        onChange={(expert) => setFilter('expert', expert)}
      />
      <FilterSelect
        label={t('filter.age')}
        value={filters.age}
        data={ages.map((value) => ({ value, label: t(`age.${value}`) }))}
        onChange={(age) => setFilter('age', age)}
      />
      <FilterSelect
        label={t('filter.state')}
        value={filters.state}
        w={140}
        data={states.map((value) => ({ value, label: t(`state.${value}`) }))}
        onChange={(state) => setFilter('state', state)}
      />
      <FilterSelect
        label={t('filter.questions')}
        value={filters.questions}
        data={questionCounts.map((value) => ({ value, label: t('questions', { count: Number(value) }) }))}
        onChange={(questions) => setFilter('questions', questions)}
      />
    </>
  )
}
