import type { Dataset } from '@heddle/contracts/dataset/dataset'
import { type EvalRun, EvalRunState } from '@heddle/contracts/evaluation/eval-run'
import { Id } from '@heddle/contracts/wire'
import { Group, Text } from '@mantine/core'
import { IconChartBar, IconGitCompare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { evalRunQueries } from '#entities/evaluation/eval-runs.queries.ts'
import { RunState } from '#entities/evaluation/RunState.tsx'
import { useEvalWords } from '#entities/evaluation/use-eval-words.ts'
import { WorkflowSelect } from '#entities/workflow/WorkflowSelect.tsx'
import { useLocalized, useNumberText } from '#i18n/use-language.ts'
import { formatDateTime, parseTime } from '#shared/dates.ts'
import { paths } from '#shared/paths.ts'
import { BulkBar } from '#shared/table/BulkBar.tsx'
import { FilterSelect } from '#shared/table/FilterSelect.tsx'
import { RowLink } from '#shared/table/RowLink.tsx'
import { ServerTable } from '#shared/table/ServerTable.tsx'
import type { Column } from '#shared/table/table.ts'
import { TableToolbar } from '#shared/table/TableToolbar.tsx'
import { TimeText } from '#shared/table/TimeText.tsx'
import { useSelection } from '#shared/table/use-selection.ts'
import { useTableState } from '#shared/table/use-table-state.ts'
import { ReasonedButton } from '#shared/ui/buttons/ReasonedButton.tsx'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'
import { StartEvalRun } from '../start/StartEvalRun.tsx'

/** The evaluations of a set, the latest first, and the start of another one. */
export function EvalRuns({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation('evaluation')
  const localized = useLocalized()
  const formatNumber = useNumberText()
  const { formatShare, nameVersion } = useEvalWords()
  const navigate = useNavigate()
  const table = useTableState({ filters: { workflow_id: Id, state: EvalRunState } })
  const { filters, pageSize, pageToken } = table
  const query = useQuery(evalRunQueries.list(dataset.id, { ...filters, page_size: pageSize, page_token: pageToken }))
  const selection = useSelection(query.data?.rows ?? [], ({ answer_count: count }) => count > 0)

  const columns: Column<EvalRun>[] = [
    {
      key: 'workflow',
      title: t('column.workflow'),
      isRowHeader: true,
      render: ({ id, workflow, purpose, nightly_by: owner }) => (
        <>
          <RowLink to={paths.evalRun(dataset.id, id)}>{localized(workflow.name)}</RowLink>
          <Text span display="block" size="xs" c="dimmed" fw={400}>
            {nameVersion(workflow.version)}
            {purpose !== 'manual' && ` · ${t(`purpose.${purpose}`)}`}
            {owner && ` · ${t('nightly.mark')}`}
          </Text>
        </>
      ),
    },
    { key: 'model', title: t('column.model'), width: 160, render: ({ model }) => model },
    { key: 'repeats', title: t('column.repeats'), width: 90, render: ({ repeats }) => formatNumber(repeats) },
    { key: 'state', title: t('column.state'), width: 170, render: (run) => <RunState run={run} /> },
    { key: 'overall', title: t('metric.overall'), width: 90, render: (run) => formatShare(findOverall(run)) },
    {
      key: 'failed',
      title: t('column.failed'),
      width: 90,
      render: ({ failed_count: failed, timed_out_count: timedOut }) => (failed + timedOut === 0 ? null : formatNumber(failed + timedOut)),
    },
    { key: 'started', title: t('column.started'), width: 150, render: ({ created_at: time }) => <TimeText time={time} /> },
    {
      key: 'by',
      title: t('column.by'),
      width: 140,
      hiddenOnPhone: true,
      render: ({ created_by: author }) => author && localized(author.name),
    },
  ]

  function compareSelected() {
    // The list has the latest first.
    const [after, before] = selection.selected
    if (before && after) void navigate(paths.evalComparison(dataset.id, { a: before.id, b: after.id }))
  }

  return (
    <>
      <Group justify="flex-end" mb="sm">
        <StartEvalRun dataset={dataset} />
      </Group>
      <TableToolbar
        tableState={table}
        filters={
          <>
            <WorkflowSelect
              aria-label={t('column.workflow')}
              placeholder={t('column.workflow')}
              w={220}
              clearable
              value={filters.workflow_id ?? null}
              onChange={(id) => table.setFilter('workflow_id', id)}
            />
            <FilterSelect
              label={t('column.state')}
              data={EvalRunState.options.map((value) => ({ value, label: t(`state.${value}`) }))}
              value={filters.state}
              onChange={(state) => table.setFilter('state', state)}
            />
          </>
        }
      />
      <ServerTable
        label={t('runs.title')}
        columns={columns}
        query={query}
        tableState={table}
        selection={selection}
        formatRowName={({ workflow, created_at: time }) =>
          t('runs.rowName', { workflow: localized(workflow.name), time: formatDateTime(parseTime(time)) })
        }
        empty={
          <EmptyState
            icon={<IconChartBar size={36} stroke={1.4} />}
            title={t(table.isFiltered ? 'runs.filteredTitle' : 'runs.emptyTitle')}
            hint={t(table.isFiltered ? 'runs.filteredHint' : 'runs.emptyHint')}
          />
        }
      />
      <BulkBar count={selection.selected.length} onClear={selection.clear}>
        <ReasonedButton
          size="compact-sm"
          variant="default"
          leftSection={<IconGitCompare size={16} aria-hidden />}
          reason={selection.selected.length === 2 ? null : t('runs.compareReason')}
          onClick={compareSelected}
        >
          {t('runs.compare')}
        </ReasonedButton>
      </BulkBar>
    </>
  )
}

const findOverall = ({ figures }: EvalRun) => figures.find(({ metric }) => metric === 'overall')?.mean ?? null
