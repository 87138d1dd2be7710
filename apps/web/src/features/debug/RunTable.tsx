import { DebugRunFlow, type DebugRunItem } from '@heddle/contracts/debug/debug-run'
import { RunOutcome } from '@heddle/contracts/trial/workflow-run'
import { Pill, Text } from '@mantine/core'
import { IconTimeline } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AssistantSelect } from '#entities/assistant/AssistantSelect.tsx'
import { useRunFormats } from '#entities/workflow/use-run-formats.ts'
import { useLanguage, useLocalized } from '#i18n/use-language.ts'
import { paths } from '#shared/paths.ts'
import { FilterSelect } from '#shared/table/FilterSelect.tsx'
import { RowLink } from '#shared/table/RowLink.tsx'
import { ServerTable } from '#shared/table/ServerTable.tsx'
import type { Column, TablePage } from '#shared/table/table.ts'
import { TableToolbar } from '#shared/table/TableToolbar.tsx'
import { TimeText } from '#shared/table/TimeText.tsx'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'
import { outcomeLevels } from './run-outcome.ts'
import { StateBadge } from './StateBadge.tsx'
import type { useRunFilters } from './use-run-filters.ts'

type RunTableProps = { query: UseQueryResult<TablePage<DebugRunItem>>; table: ReturnType<typeof useRunFilters>['table'] }

/** One's own runs, with the filters of the address. */
export function RunTable({ query, table }: RunTableProps) {
  const { t } = useTranslation('debug')
  const { t: tRun } = useTranslation('testing')
  const { tag } = useLanguage()
  const localized = useLocalized()
  const { formatTime } = useRunFormats()
  const { flow, outcome, assistant, chat } = table.filters
  const rows = query.data?.rows ?? []
  const chosen = rows.find((run) => run.assistant?.id === assistant)?.assistant
  const chosenChat = rows.find((run) => run.chat?.id === chat)?.chat
  const formatQuestion = ({ question }: DebugRunItem) => question ?? t('run.gone')

  const columns: readonly Column<DebugRunItem>[] = [
    { key: 'ended', title: t('run.ended'), width: 150, render: ({ ended_at: at }) => <TimeText time={at} /> },
    {
      key: 'question',
      title: t('run.question'),
      isRowHeader: true,
      render: (run) => (
        <Text
          component="span"
          size="sm"
          lineClamp={2}
          style={{ overflowWrap: 'anywhere' }}
          c={run.question === null ? 'dimmed' : undefined}
        >
          <RowLink to={paths.debugRun(run.id)}>{formatQuestion(run)}</RowLink>
        </Text>
      ),
    },
    {
      key: 'about',
      title: t('run.about'),
      width: '22%',
      render: (run) => <RunSubject {...run} />,
    },
    {
      key: 'outcome',
      title: t('run.state'),
      width: 140,
      render: ({ outcome: end }) => <StateBadge level={outcomeLevels[end]} text={tRun(`outcome.${end}`)} />,
    },
    { key: 'flow', title: t('run.flow'), width: 100, hiddenOnPhone: true, render: ({ flow: kind }) => t(`run.${kind}`) },
    { key: 'time', title: tRun('fact.time'), width: 100, render: ({ ms }) => formatTime(ms) },
    {
      key: 'tokens',
      title: tRun('fact.tokensName'),
      width: 100,
      hiddenOnPhone: true,
      render: ({ usage }) => (usage.input_tokens + usage.output_tokens).toLocaleString(tag),
    },
  ]
  return (
    <>
      <TableToolbar
        tableState={table}
        filters={
          <>
            <FilterSelect
              label={t('run.flow')}
              w={130}
              data={DebugRunFlow.options.map((value) => ({ value, label: t(`run.${value}`) }))}
              value={flow}
              onChange={(value) => table.setFilter('flow', value)}
            />
            <FilterSelect
              label={t('run.state')}
              w={150}
              data={RunOutcome.options.map((value) => ({
                value,
                label: tRun(`outcome.${value}`),
              }))}
              value={outcome}
              onChange={(value) => table.setFilter('outcome', value)}
            />
            <AssistantSelect
              scope="all"
              aria-label={t('run.assistant')}
              placeholder={t('run.assistant')}
              w={160}
              clearable
              value={assistant ?? null}
              chosenName={chosen ? localized(chosen.name) : undefined}
              onChange={(value) => table.setFilter('assistant', value)}
            />
            {chat !== undefined && (
              <Pill
                size="lg"
                withRemoveButton
                removeButtonProps={{ 'aria-label': t('run.removeChat'), 'aria-hidden': false, tabIndex: 0 }}
                onRemove={() => table.setFilter('chat', null)}
              >
                {t('run.ofChat', { title: chosenChat?.title ?? chat })}
              </Pill>
            )}
          </>
        }
      />
      <ServerTable
        label={t('chat.title')}
        columns={columns}
        query={query}
        tableState={table}
        empty={<EmptyState icon={<IconTimeline size={36} stroke={1.4} />} title={t('run.none')} hint={t('run.noneHint')} />}
      />
    </>
  )
}

/** The chat of a reply with its expert, or the workflow of a test. */
function RunSubject({ chat, assistant, workflow }: DebugRunItem) {
  const { t } = useTranslation('debug')
  const localized = useLocalized()
  const name = assistant ?? workflow
  if (!chat) return name && localized(name.name)
  return (
    <div>
      <RowLink to={paths.debugChat({ chatId: chat.id })}>{chat.title ?? t('run.untitled')}</RowLink>
      {assistant && (
        <Text size="xs" c="dimmed">
          {localized(assistant.name)}
        </Text>
      )}
    </div>
  )
}
