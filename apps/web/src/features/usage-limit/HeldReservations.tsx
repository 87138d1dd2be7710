import type { HeldReservation } from '@heddle/contracts/debug/debug'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLimitFormats } from '#entities/usage-limit/use-limit-formats.ts'
import { readyQuery } from '#shared/table/ready-query.ts'
import { ServerTable } from '#shared/table/ServerTable.tsx'
import type { Column } from '#shared/table/table.ts'
import { TimeText } from '#shared/table/TimeText.tsx'
import { useTableState } from '#shared/table/use-table-state.ts'
import { Section } from '#shared/ui/layout/Section.tsx'
import { useLimitWords } from './use-limit-words.ts'

type HeldReservationsProps = { reservations: readonly HeldReservation[]; hasMore: boolean }

/** What running replies hold of the limits until their usage is known. */
export function HeldReservations({ reservations, hasMore }: HeldReservationsProps) {
  const { t } = useTranslation('limit')
  const words = useLimitWords()
  const { formatAmount } = useLimitFormats()
  const tableState = useTableState({ filters: {} })
  const columns: readonly Column<HeldReservation & { id: string }>[] = [
    { key: 'whom', title: t('field.scope'), isRowHeader: true, render: ({ rule }) => words.formatScope(rule) },
    { key: 'limit', title: t('column.limit'), width: '22%', render: ({ rule }) => words.formatAmount(rule) },
    { key: 'amount', title: t('reservation.amount'), width: 120, render: ({ rule, amount }) => formatAmount(rule, amount) },
    { key: 'own', title: t('reservation.own'), width: 120, render: ({ is_own: isOwn }) => t(isOwn ? 'reservation.yes' : 'reservation.no') },
    { key: 'since', title: t('reservation.since'), width: 160, render: ({ created_at: at }) => <TimeText time={at} /> },
  ]
  const rows = reservations.map((row, index) => ({ id: `${row.run_id} ${index}`, ...row }))
  return (
    <Section title={t('reservation.title')} hint={t('reservation.hint')}>
      <ServerTable
        label={t('reservation.title')}
        columns={columns}
        query={readyQuery(rows)}
        tableState={tableState}
        empty={
          <Text size="sm" c="dimmed">
            {t('reservation.none')}
          </Text>
        }
      />
      {hasMore && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('reservation.more')}
        </Text>
      )}
    </Section>
  )
}
