import { type PromptItem, PromptScope, PromptState } from '@heddle/contracts/prompt/prompt'
import { Id } from '@heddle/contracts/wire'
import { Alert, Anchor, Badge, Group, Text, UnstyledButton } from '@mantine/core'
import { IconPrompt } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { GroupFilter } from '#entities/group/GroupFilter.tsx'
import { promptQueries } from '#entities/prompt/prompts.queries.ts'
import { useScopeWords } from '#entities/prompt/use-scope-words.ts'
import { useLocalized } from '#i18n/use-language.ts'
import { paths } from '#shared/paths.ts'
import { FilterSelect } from '#shared/table/FilterSelect.tsx'
import { KeywordField } from '#shared/table/KeywordField.tsx'
import { NameWithDefault } from '#shared/table/NameWithDefault.tsx'
import { RowLink } from '#shared/table/RowLink.tsx'
import { ServerTable } from '#shared/table/ServerTable.tsx'
import type { Column } from '#shared/table/table.ts'
import { TableToolbar } from '#shared/table/TableToolbar.tsx'
import { TimeText } from '#shared/table/TimeText.tsx'
import { keywordFilter, useTableState } from '#shared/table/use-table-state.ts'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'

/** The prompts that the user can read, by name. */
export function PromptList() {
  const { t } = useTranslation('prompt')
  const localized = useLocalized()
  const formatScope = useScopeWords()
  const table = useTableState({
    filters: { keyword: keywordFilter, scope: PromptScope, group_id: Id, tag: keywordFilter, state: PromptState },
  })
  const { filters, pageSize, pageToken } = table
  const query = useQuery({
    ...promptQueries.list({ ...filters, page_size: pageSize, page_token: pageToken }),
    placeholderData: keepPreviousData,
  })

  const columns: Column<PromptItem>[] = [
    {
      key: 'name',
      title: t('field.name'),
      isRowHeader: true,
      width: '40%',
      render: ({ id, name, description }) => (
        <div>
          <NameWithDefault name={name}>
            <RowLink to={paths.prompt(id)}>{localized(name)}</RowLink>
          </NameWithDefault>
          {localized(description) !== '' && (
            <Text size="sm" c="dimmed" fw={400} lineClamp={2}>
              {localized(description)}
            </Text>
          )}
        </div>
      ),
    },
    {
      key: 'scope',
      title: t('field.scope'),
      width: 190,
      render: (prompt) => (
        <Group gap={6}>
          {formatScope(prompt)}
          {prompt.state === 'suggested' && (
            <Badge variant="dot" color="yellow" tt="none" fw={500}>
              {t('state.suggested')}
            </Badge>
          )}
        </Group>
      ),
    },
    {
      key: 'tags',
      title: t('field.tags'),
      render: ({ tags }) =>
        tags.length === 0 ? null : (
          <Group gap={6}>
            {tags.map((tag) => (
              <UnstyledButton key={tag} aria-label={t('filter.byTag', { tag })} onClick={() => table.setFilter('tag', tag)}>
                <Badge variant="default" tt="none" fw={500} style={{ cursor: 'pointer' }}>
                  {tag}
                </Badge>
              </UnstyledButton>
            ))}
          </Group>
        ),
    },
    {
      key: 'updated',
      title: t('field.updated'),
      width: 150,
      hiddenOnPhone: true,
      render: ({ updated_at: time }) => <TimeText time={time} />,
    },
  ]

  return (
    <>
      {filters.state === undefined && <Suggestions />}
      <TableToolbar
        tableState={table}
        search={<KeywordField label={t('search')} tableState={table} />}
        filters={
          <>
            <FilterSelect
              label={t('field.scope')}
              data={PromptScope.options.map((value) => ({ value, label: t(`scope.${value}`) }))}
              value={filters.scope}
              onChange={(scope) => table.setFilter('scope', scope)}
            />
            <GroupFilter label={t('field.group')} value={filters.group_id} onChange={(id) => table.setFilter('group_id', id)} />
            <FilterSelect
              label={t('field.state')}
              data={PromptState.options.map((value) => ({ value, label: t(`state.${value}`) }))}
              value={filters.state}
              onChange={(state) => table.setFilter('state', state)}
            />
            {filters.tag && (
              <Badge variant="light" size="lg" tt="none">
                {t('filter.tag', { tag: filters.tag })}
              </Badge>
            )}
          </>
        }
      />
      <ServerTable
        label={t('title')}
        columns={columns}
        query={query}
        tableState={table}
        empty={
          <EmptyState
            icon={<IconPrompt size={36} stroke={1.4} />}
            title={t(table.isFiltered ? 'empty.filtered' : 'empty.title')}
            hint={t(table.isFiltered ? 'empty.filteredHint' : 'empty.hint')}
          />
        }
      />
    </>
  )
}

/** Leads to the suggestions that the user decides on. */
function Suggestions() {
  const { t } = useTranslation('prompt')
  const { data } = useQuery(promptQueries.list({ state: 'suggested', page_size: 20 }))
  const count = data?.rows.filter(({ abilities }) => abilities.accept).length ?? 0
  if (count === 0) return null
  return (
    <Alert color="brand" variant="light" mb="md" role="status">
      {t('suggestion.waiting', { count })}{' '}
      <Anchor component={Link} to={paths.prompts({ state: 'suggested' })} inherit>
        {t('suggestion.show')}
      </Anchor>
    </Alert>
  )
}
