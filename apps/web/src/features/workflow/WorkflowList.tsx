import { Id } from '@heddle/contracts/wire'
import { type WorkflowItem, WorkflowState } from '@heddle/contracts/workflow/workflow'
import { IconSitemap } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GroupFilter } from '#entities/group/GroupFilter.tsx'
import { useLocalized, useNumberText } from '#i18n/use-language.ts'
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
import { DeleteWorkflowDialog } from './DeleteWorkflowDialog.tsx'
import { StateBadge } from './StateBadge.tsx'
import { WorkflowMenu } from './WorkflowMenu.tsx'
import { WorkflowSettingsDialog } from './WorkflowSettingsDialog.tsx'
import { workflowQueries } from './workflows.queries.ts'

/** The workflows of the tenant, the latest first. */
export function WorkflowList() {
  const { t } = useTranslation('workflow')
  const localized = useLocalized()
  const numberText = useNumberText()
  const table = useTableState({ filters: { keyword: keywordFilter, group_id: Id, state: WorkflowState } })
  const { filters, pageSize, pageToken } = table
  const [deleted, setDeleted] = useState<WorkflowItem | null>(null)
  const [configuredId, setConfiguredId] = useState<string | null>(null)
  const query = useQuery({
    ...workflowQueries.list({ ...filters, page_size: pageSize, page_token: pageToken }),
    placeholderData: keepPreviousData,
  })

  const columns: Column<WorkflowItem>[] = [
    {
      key: 'name',
      title: t('field.name'),
      isRowHeader: true,
      width: '32%',
      render: ({ id, name }) => (
        <NameWithDefault name={name}>
          <RowLink to={paths.workflow(id)}>{localized(name)}</RowLink>
        </NameWithDefault>
      ),
    },
    { key: 'group', title: t('field.group'), render: ({ group }) => group && localized(group.name) },
    { key: 'state', title: t('field.state'), width: 150, render: ({ state }) => <StateBadge state={state} /> },
    {
      key: 'version',
      title: t('field.version'),
      width: 90,
      hiddenOnPhone: true,
      render: ({ latest_version: version }) => version && numberText(version.number),
    },
    {
      key: 'experts',
      title: t('field.experts'),
      width: 90,
      render: ({ assistant_count: count }) => numberText(count),
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
      <TableToolbar
        tableState={table}
        search={<KeywordField label={t('search')} tableState={table} />}
        filters={
          <>
            <GroupFilter label={t('field.group')} value={filters.group_id} onChange={(id) => table.setFilter('group_id', id)} />
            <FilterSelect
              label={t('field.state')}
              data={WorkflowState.options.map((state) => ({ value: state, label: t(`state.${state}`) }))}
              value={filters.state}
              onChange={(state) => table.setFilter('state', state)}
            />
          </>
        }
      />
      <ServerTable
        label={t('title')}
        columns={columns}
        query={query}
        tableState={table}
        renderActions={(workflow) => (
          <WorkflowMenu workflow={workflow} onOpenSettings={() => setConfiguredId(workflow.id)} onDelete={() => setDeleted(workflow)} />
        )}
        empty={
          <EmptyState
            icon={<IconSitemap size={36} stroke={1.4} />}
            title={t(table.isFiltered ? 'empty.filtered' : 'empty.title')}
            hint={t(table.isFiltered ? 'empty.filteredHint' : 'empty.hint')}
          />
        }
      />
      {configuredId !== null && <WorkflowSettingsDialog workflowId={configuredId} onClose={() => setConfiguredId(null)} />}
      {deleted && <DeleteWorkflowDialog workflow={deleted} onClose={() => setDeleted(null)} />}
    </>
  )
}
