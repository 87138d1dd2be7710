import type { Feedback } from '@heddle/contracts/feedback/feedback'
import { Badge, Text } from '@mantine/core'
import { IconListDetails, IconMessageHeart, IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { UserSelect } from '#entities/user/UserSelect.tsx'
import { useLocalized } from '#i18n/use-language.ts'
import { paths } from '#shared/paths.ts'
import { FilterSelect } from '#shared/table/FilterSelect.tsx'
import { RowLink } from '#shared/table/RowLink.tsx'
import { ServerTable } from '#shared/table/ServerTable.tsx'
import type { Column } from '#shared/table/table.ts'
import { TableToolbar } from '#shared/table/TableToolbar.tsx'
import { TimeText } from '#shared/table/TimeText.tsx'
import { DayInput } from '#shared/forms/DayInput.tsx'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'
import { IconButton } from '#shared/ui/buttons/IconButton.tsx'
import { feedbackQueries } from './feedback.queries.ts'
import { FeedbackCharts } from './FeedbackCharts.tsx'
import { FeedbackDrawer } from './FeedbackDrawer.tsx'
import { useFeedbackFilters } from './use-feedback-filters.ts'

/** The feedback on replies, the latest first, below the counts with the same filters. */
export function FeedbackTable() {
  const { t } = useTranslation('feedback')
  const { t: common } = useTranslation()
  const localized = useLocalized()
  const [opened, setOpened] = useState<Feedback | null>(null)
  const { table, filters } = useFeedbackFilters()
  const { rating, assistant, model, person, reason, state, from, to } = table.filters
  const page = { page_size: table.pageSize, ...(table.pageToken !== undefined && { page_token: table.pageToken }) }
  const query = useQuery(feedbackQueries.list({ ...filters, ...page }))
  // The options are the assistants and models with any feedback.
  const { data: all } = useQuery(feedbackQueries.summary({}))
  const assistants = (all?.by_assistant ?? []).flatMap(({ assistant: one }) =>
    one?.id ? [{ value: one.id, label: localized(one.name) || one.id }] : [],
  )
  const models = (all?.by_model ?? []).flatMap(({ model_name: name }) => (name === null ? [] : [name]))
  const formatUserName = ({ user }: Feedback) => localized(user.name) || common('unknownUser')
  const chosenPerson = query.data?.rows.find(({ user }) => user.id === person)

  const columns: readonly Column<Feedback>[] = [
    {
      key: 'time',
      title: t('column.time'),
      width: 150,
      render: ({ created_at: time }) => <TimeText time={time} />,
    },
    {
      key: 'rating',
      title: t('column.rating'),
      width: 126,
      render: ({ rating: one }) => (
        <Badge
          variant="outline"
          color={one === 'good' ? 'teal.9' : 'red.9'}
          c="var(--mantine-color-text)"
          tt="none"
          fw={550}
          leftSection={one === 'good' ? <IconThumbUp size={12} aria-hidden /> : <IconThumbDown size={12} aria-hidden />}
        >
          {t(`rating.${one}`)}
        </Badge>
      ),
    },
    {
      key: 'reason',
      title: t('column.reason'),
      isRowHeader: true,
      // The row header must not be empty.
      render: ({ reason: text }) => (
        <Text component="span" size="sm" lineClamp={2} c={text ? undefined : 'dimmed'} style={{ overflowWrap: 'anywhere' }}>
          {text ?? t('noReason')}
        </Text>
      ),
    },
    {
      key: 'assistant',
      title: t('column.assistant'),
      width: '16%',
      render: ({ assistant: one }) => (one ? localized(one.name) : null),
    },
    {
      key: 'state',
      title: t('column.state'),
      width: 130,
      render: ({ dealt_with: dealtWith }) => (
        <Badge variant="dot" color={dealtWith ? 'teal' : 'yellow'} tt="none" fw={500} style={{ maxWidth: 'none' }}>
          {dealtWith ? t('state.dealtWith') : t('state.open')}
        </Badge>
      ),
    },
    { key: 'model', title: t('column.model'), width: 130, hiddenOnPhone: true, render: ({ model_name: name }) => name },
    {
      key: 'person',
      title: t('column.person'),
      width: '16%',
      render: (row) => <RowLink to={paths.user(row.user.id)}>{formatUserName(row)}</RowLink>,
    },
  ]

  return (
    <>
      <TableToolbar
        tableState={table}
        filters={
          <>
            <FilterSelect
              label={t('column.rating')}
              w={120}
              data={(['good', 'bad'] as const).map((value) => ({ value, label: t(`rating.${value}`) }))}
              value={rating}
              onChange={(value) => table.setFilter('rating', value)}
            />
            <FilterSelect
              label={t('column.assistant')}
              searchable
              data={assistants}
              value={assistant}
              onChange={(value) => table.setFilter('assistant', value)}
            />
            <FilterSelect
              label={t('column.model')}
              searchable
              w={140}
              data={models}
              value={model}
              onChange={(value) => table.setFilter('model', value)}
            />
            <UserSelect
              label={t('column.person')}
              value={person}
              chosenName={chosenPerson && formatUserName(chosenPerson)}
              onChange={(id) => table.setFilter('person', id)}
            />
            <FilterSelect
              label={t('column.reason')}
              w={150}
              data={(['with', 'without'] as const).map((value) => ({ value, label: t(`filter.${value}`) }))}
              value={reason}
              onChange={(value) => table.setFilter('reason', value)}
            />
            <FilterSelect
              label={t('column.state')}
              w={140}
              data={(['open', 'dealtWith'] as const).map((value) => ({ value, label: t(`state.${value}`) }))}
              value={state}
              onChange={(value) => table.setFilter('state', value)}
            />
            <DayInput w={148} label={t('filter.from')} value={from} onChange={(day) => table.setFilter('from', day)} />
            <DayInput w={148} label={t('filter.to')} value={to} onChange={(day) => table.setFilter('to', day)} />
          </>
        }
      />
      <FeedbackCharts isListFailed={query.isError} />
      <ServerTable
        label={t('title')}
        columns={columns}
        query={query}
        tableState={table}
        empty={<EmptyState icon={<IconMessageHeart size={36} stroke={1.4} />} title={t('empty.title')} hint={t('empty.hint')} />}
        renderActions={(row) => (
          <IconButton
            hint={t('details')}
            label={t('detailsOf', { name: formatUserName(row) })}
            icon={IconListDetails}
            onClick={() => setOpened(row)}
          />
        )}
      />
      <FeedbackDrawer
        feedback={opened}
        // An answer that comes late neither opens a closed drawer nor replaces another feedback.
        onChange={(changed) => setOpened((now) => (now?.id === changed.id ? changed : now))}
        onClose={() => setOpened(null)}
      />
    </>
  )
}
