import { limits } from '@heddle/contracts/limits'
import type { UsageLimitState, UsageRefusals, UserUsageLimit } from '@heddle/contracts/usage-limit/usage-limit'
import { Alert, Badge, Skeleton, Text, Tooltip } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconGauge } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLimitFormats } from '#entities/usage-limit/use-limit-formats.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { formatDateTime, parseTime } from '#shared/dates.ts'
import { readyQuery } from '#shared/table/ready-query.ts'
import { ServerTable } from '#shared/table/ServerTable.tsx'
import type { Column } from '#shared/table/table.ts'
import { useTableState } from '#shared/table/use-table-state.ts'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import { limitQueries } from './limits.queries.ts'
import { useLimitWords } from './use-limit-words.ts'

/** A table of limits; the state of a row that another limit has taken the place of is that it is replaced. */
function useLimitColumns(): readonly Column<UserUsageLimit>[] {
  const { t } = useTranslation('limit')
  const words = useLimitWords()
  const { formatAmount } = useLimitFormats()
  return [
    { key: 'whom', title: t('field.scope'), isRowHeader: true, render: ({ state }) => words.formatScope(state) },
    { key: 'amount', title: t('column.limit'), width: '24%', render: ({ state }) => words.formatAmount(state) },
    { key: 'used', title: t('user.used'), width: 120, render: ({ state }) => formatAmount(state, state.used) },
    { key: 'remaining', title: t('user.remaining'), width: 120, render: ({ state }) => formatAmount(state, state.remaining) },
    { key: 'resets', title: t('user.resets'), width: 160, render: ({ state }) => formatDateTime(parseTime(state.resets_at)) },
    { key: 'state', title: t('user.state'), width: 190, render: (limit) => <LimitBadges {...limit} /> },
  ]
}

function LimitBadges({ holds, state }: UserUsageLimit) {
  const { t } = useTranslation('limit')
  if (!holds)
    return (
      <Tooltip label={t('user.replacedHint')} multiline maw={280}>
        <Badge variant="light" color="gray" tt="none" fw={550} tabIndex={0}>
          {t('user.replaced')}
        </Badge>
      </Tooltip>
    )
  const { is_reached: isReached, is_warning: isWarning, blocks } = state
  return (
    <>
      <Badge variant="light" color={isReached ? 'red' : isWarning ? 'yellow' : 'gray'} tt="none" fw={550}>
        {t(isReached ? 'user.reached' : isWarning ? 'user.near' : 'user.fine')}
      </Badge>
      <Text size="xs" c="dimmed">
        {t(blocks ? 'column.blocks' : 'column.warns')}
      </Text>
    </>
  )
}

type UserLimitsProps = { userId: string }

/** What holds for a user and what of it blocks; then the experts and models that may block everyone. */
export function UserLimits({ userId }: UserLimitsProps) {
  const { t } = useTranslation('limit')
  const columns = useLimitColumns()
  const ownState = useTableState({ filters: {} })
  const own = useQuery(limitQueries.ofUser(userId))
  const { data } = own
  const blocking = data?.limits.find(({ holds, state }) => holds && state.flow === null && state.blocks && state.is_reached)
  return (
    <>
      {!data && !own.error && <Skeleton height={48} mb="lg" />}
      {data && !blocking && (
        <Alert variant="light" color="green" icon={<IconCircleCheck />} mb="lg" role="status">
          {t('user.maySend')}
        </Alert>
      )}
      {blocking && <BlockedAlert state={blocking.state} />}
      <Section title={t('user.own')}>
        <ServerTable
          label={t('user.own')}
          columns={columns}
          query={{ ...own, data: data && { rows: data.limits, isWhole: true } }}
          tableState={ownState}
          isQuiet={({ holds }) => !holds}
          empty={<EmptyState icon={<IconGauge size={36} stroke={1.4} />} title={t('user.none')} hint={t('empty.hint')} />}
        />
      </Section>
      {data && data.refusals.length > 0 && <Refusals rows={data.refusals} />}
      <SharedLimits columns={columns} />
    </>
  )
}

/** When and how often limits refused messages of the user. */
function Refusals({ rows }: { rows: readonly UsageRefusals[] }) {
  const { t } = useTranslation('limit')
  const { tag } = useLanguage()
  const words = useLimitWords()
  const tableState = useTableState({ filters: {} })
  const number = new Intl.NumberFormat(tag)
  const columns: readonly Column<UsageRefusals & { id: string }>[] = [
    { key: 'whom', title: t('field.scope'), isRowHeader: true, render: (row) => words.formatScope(row) },
    { key: 'amount', title: t('column.limit'), width: '24%', render: (row) => words.formatAmount(row) },
    { key: 'count', title: t('refusal.count'), width: 120, render: ({ count }) => number.format(count) },
    { key: 'first', title: t('refusal.first'), width: 160, render: ({ first_at: at }) => formatDateTime(parseTime(at)) },
    { key: 'last', title: t('refusal.last'), width: 160, render: ({ last_at: at }) => formatDateTime(parseTime(at)) },
  ]
  const named = rows.map((row) => ({ ...row, id: `${row.rule_id} ${row.target?.id ?? ''}` }))
  return (
    <Section title={t('refusal.title')} hint={t('refusal.hint', { days: limits.usageRefusalDays })}>
      <ServerTable label={t('refusal.title')} columns={columns} query={readyQuery(named)} tableState={tableState} empty={null} />
    </Section>
  )
}

function BlockedAlert({ state }: { state: UsageLimitState }) {
  const { t } = useTranslation('limit')
  const words = useLimitWords()
  const named = { amount: words.formatAmount(state), whom: words.formatScope(state), when: formatDateTime(parseTime(state.resets_at)) }
  return (
    <Alert variant="light" color="red" icon={<IconAlertTriangle />} mb="lg" role="status">
      {t('user.blocked', named)}
    </Alert>
  )
}

function SharedLimits({ columns }: { columns: readonly Column<UserUsageLimit>[] }) {
  const { t } = useTranslation('limit')
  const tableState = useTableState({ filters: {} })
  const near = useQuery(
    limitQueries.shared({
      page_size: tableState.pageSize,
      ...(tableState.pageToken !== undefined && { page_token: tableState.pageToken }),
    }),
  )
  return (
    <Section title={t('user.shared')} hint={t('user.sharedHint')}>
      {near.data?.rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('user.noneShared')}
        </Text>
      ) : (
        <>
          <ErrorAlert error={near.error} onRetry={() => void near.refetch()} />
          {near.data && <ServerTable label={t('user.shared')} columns={columns} query={near} tableState={tableState} empty={null} />}
        </>
      )}
    </Section>
  )
}
