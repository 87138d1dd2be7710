import type { RecentError } from '@heddle/contracts/debug/debug'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ServerTable } from '#shared/table/ServerTable.tsx'
import type { Column } from '#shared/table/table.ts'
import { TimeText } from '#shared/table/TimeText.tsx'
import { useTableState } from '#shared/table/use-table-state.ts'
import { Section } from '#shared/ui/layout/Section.tsx'
import { debugQueries } from './debug.queries.ts'

/** The last errors of the process, in the words of its log. */
export function RecentErrors() {
  const { t } = useTranslation('debug')
  const query = useQuery(debugQueries.errors())
  const tableState = useTableState({ filters: {} })
  const columns: readonly Column<RecentError & { id: string }>[] = [
    { key: 'at', title: t('errors.at'), width: 160, render: ({ at }) => <TimeText time={at} /> },
    { key: 'what', title: t('errors.what'), isRowHeader: true, render: (error) => <ErrorWords {...error} /> },
    {
      key: 'where',
      title: t('errors.where'),
      width: '24%',
      render: ({ tags }) => <code translate="no">{Object.values(tags).join(' ')}</code>,
    },
    {
      key: 'request',
      title: t('errors.request'),
      width: '26%',
      render: ({ request_id: id }) =>
        id && (
          <code translate="no" style={{ overflowWrap: 'anywhere' }}>
            {id}
          </code>
        ),
    },
  ]
  return (
    <Section title={t('errors.title')} hint={t('errors.hint')}>
      <ServerTable
        label={t('errors.title')}
        columns={columns}
        query={query}
        tableState={tableState}
        empty={
          <Text size="sm" c="dimmed">
            {t('errors.none')}
          </Text>
        }
      />
    </Section>
  )
}

const ErrorWords = ({ sentence, causes }: RecentError) => (
  <span lang="en">
    {sentence}
    {causes.map(({ type, code, message }, index) => (
      <Text key={index} size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {[type, code, message].filter(Boolean).join(' · ')}
      </Text>
    ))}
  </span>
)
