import { IconColumns2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useLocalized, useNumberText } from '#i18n/use-language.ts'
import { startOfDay } from '#shared/dates.ts'
import { DayInput } from '#shared/forms/DayInput.tsx'
import { FilterSelect } from '#shared/table/FilterSelect.tsx'
import { ServerTable } from '#shared/table/ServerTable.tsx'
import type { Column } from '#shared/table/table.ts'
import { TableToolbar } from '#shared/table/TableToolbar.tsx'
import { useTableState } from '#shared/table/use-table-state.ts'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'
import { votesQuery, type VoteRow } from './feedback.queries.ts'
import { Day } from './use-feedback-filters.ts'
import { VoteShare } from './VoteShare.tsx'
import classes from './VoteTable.module.css'

const definition = { filters: { kind: z.enum(['blind', 'open']), from: Day, to: Day } }

/** How often users preferred one expert and model to another, by pair; never what was said. */
export function VoteTable() {
  const { t } = useTranslation('feedback')
  const localized = useLocalized()
  const numberText = useNumberText()
  const table = useTableState(definition)
  const { kind, from, to } = table.filters
  const query = useQuery(
    votesQuery({
      ...(kind !== undefined && { is_blind: kind === 'blind' }),
      ...(from !== undefined && { from: startOfDay(from) }),
      // Including the last day.
      ...(to !== undefined && { to: startOfDay(to, 1) }),
    }),
  )

  const formatContestant = ({ assistant, model_name: model }: VoteRow['first']) =>
    `${(assistant && localized(assistant.name)) || t('noAssistant')} · ${model ?? t('noModel')}`

  const columns: readonly Column<VoteRow>[] = [
    {
      key: 'pair',
      title: t('votes.pair'),
      isRowHeader: true,
      render: ({ first, second }) => (
        <span className={classes.pair} translate="no">
          <span>{formatContestant(first)}</span>
          <span>{formatContestant(second)}</span>
        </span>
      ),
    },
    { key: 'firstWins', title: t('votes.firstWins'), width: 120, render: ({ first_wins: count }) => numberText(count) },
    { key: 'secondWins', title: t('votes.secondWins'), width: 120, render: ({ second_wins: count }) => numberText(count) },
    { key: 'equal', title: t('votes.equal'), width: 100, render: ({ equal }) => numberText(equal) },
    { key: 'allBad', title: t('votes.allBad'), width: 100, render: ({ all_bad: count }) => numberText(count) },
    { key: 'share', title: t('votes.share'), width: 230, render: ({ share }) => share && <VoteShare share={share} /> },
  ]

  return (
    <>
      <TableToolbar
        tableState={table}
        filters={
          <>
            <FilterSelect
              label={t('votes.kind')}
              data={(['blind', 'open'] as const).map((value) => ({ value, label: t(`votes.${value}`) }))}
              value={kind}
              onChange={(value) => table.setFilter('kind', value)}
            />
            <DayInput w={148} label={t('filter.from')} value={from} onChange={(day) => table.setFilter('from', day)} />
            <DayInput w={148} label={t('filter.to')} value={to} onChange={(day) => table.setFilter('to', day)} />
          </>
        }
      />
      <p className={classes.few}>{t('votes.few')}</p>
      <ServerTable
        label={t('votes.tab')}
        columns={columns}
        query={query}
        tableState={table}
        empty={<EmptyState icon={<IconColumns2 size={36} stroke={1.4} />} title={t('votes.emptyTitle')} hint={t('votes.emptyHint')} />}
      />
    </>
  )
}
