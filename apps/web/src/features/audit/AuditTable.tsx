import type { AuditEvent } from '@heddle/contracts/audit/audit'
import { Badge, Pill, Switch, Text } from '@mantine/core'
import { IconListDetails, IconListSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { UserSelect } from '#entities/user/UserSelect.tsx'
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
import { auditQueries } from './audit.queries.ts'
import { AuditDetails } from './AuditDetails.tsx'
import { auditedActions } from './audited-actions.ts'
import { useAuditFilters } from './use-audit-filters.ts'
import { findTargetPath, useEventWords } from './use-event-words.ts'

/** The events of the audit log with actor and outcome, the latest first. */
export function AuditTable() {
  const { t } = useTranslation('audit')
  const words = useEventWords()
  const [opened, setOpened] = useState<AuditEvent | null>(null)
  const { table, filters, showsSignIns, asksForSignIns } = useAuditFilters()
  const { target_id: targetId, person, action, outcome, from, to } = table.filters
  const query = useQuery(
    auditQueries.list({
      ...filters,
      page_size: table.pageSize,
      ...(table.pageToken !== undefined && { page_token: table.pageToken }),
    }),
  )
  const about = query.data?.rows.find(({ target }) => target?.id === targetId && target?.name)
  const chosenPerson = query.data?.rows.find(({ actor }) => actor?.id === person)
  const actions = auditedActions.map((name) => ({ value: name, label: words.formatAction(name) }))

  const columns: readonly Column<AuditEvent>[] = [
    {
      key: 'time',
      title: t('column.time'),
      width: 150,
      render: ({ created_at: time }) => <TimeText time={time} />,
    },
    {
      key: 'actor',
      title: t('column.actor'),
      width: '16%',
      render: (event) =>
        event.actor ? (
          <RowLink to={paths.user(event.actor.id)}>{words.formatActor(event)}</RowLink>
        ) : (
          <Text component="span" size="sm" c="dimmed">
            {words.formatActor(event)}
          </Text>
        ),
    },
    {
      key: 'action',
      title: t('column.action'),
      isRowHeader: true,
      render: (event) => (
        <Text component="span" size="sm" fw={550}>
          {words.formatAction(event.action)}
        </Text>
      ),
    },
    {
      key: 'target',
      title: t('column.target'),
      render: (event) => {
        const address = findTargetPath(event)
        const name = words.formatTarget(event)
        return address && name ? <RowLink to={address}>{name}</RowLink> : name
      },
    },
    { key: 'address', title: t('column.address'), width: 130, hiddenOnPhone: true, render: ({ address }) => address },
    {
      key: 'outcome',
      title: t('column.outcome'),
      width: 200,
      render: (event) => (
        <div>
          <Badge variant="light" color={event.outcome === 'failed' ? 'red' : 'gray'} tt="none" fw={550}>
            {t(`outcome.${event.outcome}`)}
          </Badge>
          {event.error_code && (
            <Text size="xs" c="dimmed" mt={2}>
              {words.formatReason(event)}
            </Text>
          )}
        </div>
      ),
    },
  ]

  return (
    <>
      <TableToolbar
        tableState={table}
        filters={
          <>
            <UserSelect
              label={t('filter.person')}
              value={person}
              chosenName={chosenPerson && words.formatActor(chosenPerson)}
              onChange={(id) => table.setFilter('person', id)}
            />
            <FilterSelect
              label={t('filter.action')}
              searchable
              w={190}
              data={actions}
              value={action}
              onChange={(name) => table.setFilter('action', name)}
            />
            <FilterSelect
              label={t('filter.outcome')}
              w={130}
              data={(['succeeded', 'failed'] as const).map((value) => ({ value, label: t(`outcome.${value}`) }))}
              value={outcome}
              onChange={(value) => table.setFilter('outcome', value)}
            />
            <DayInput w={148} label={t('filter.from')} value={from} onChange={(day) => table.setFilter('from', day)} />
            <DayInput w={148} label={t('filter.to')} value={to} onChange={(day) => table.setFilter('to', day)} />
            <Switch
              label={t('filter.signIns')}
              // On its own row, because the label is longer than a filter.
              style={{ flexBasis: '100%' }}
              checked={showsSignIns}
              disabled={asksForSignIns}
              onChange={(event) => table.setFilter('sign_ins', event.currentTarget.checked ? 'all' : null)}
            />
            {targetId !== undefined && (
              <Pill
                size="lg"
                withRemoveButton
                removeButtonProps={{ 'aria-label': t('filter.removeTarget'), 'aria-hidden': false, tabIndex: 0 }}
                onRemove={() => table.setFilter('target_id', null)}
              >
                {t('filter.target', { name: (about && words.formatTarget(about)) ?? targetId })}
              </Pill>
            )}
          </>
        }
      />
      <ServerTable
        label={t('title')}
        columns={columns}
        query={query}
        tableState={table}
        empty={<EmptyState icon={<IconListSearch size={36} stroke={1.4} />} title={t('empty.title')} hint={t('empty.hint')} />}
        renderActions={(event) => (
          <IconButton
            hint={t('details')}
            label={t('detailsOf', { action: words.formatAction(event.action) })}
            icon={IconListDetails}
            onClick={() => setOpened(event)}
          />
        )}
      />
      <AuditDetails event={opened} onClose={() => setOpened(null)} />
    </>
  )
}
