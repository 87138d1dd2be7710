import type { UsageLimitRule } from '@heddle/contracts/usage-limit/usage-limit'
import { Badge, Group, Text } from '@mantine/core'
import { IconGauge, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '#shared/notify/confirm.ts'
import { notify } from '#shared/notify/notify.ts'
import { ServerTable } from '#shared/table/ServerTable.tsx'
import type { Column } from '#shared/table/table.ts'
import { useTableState } from '#shared/table/use-table-state.ts'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'
import { IconButton } from '#shared/ui/buttons/IconButton.tsx'
import { EditLimitDialog } from './EditLimitDialog.tsx'
import { limitQueries, useDeleteUsageLimitRule } from './limits.queries.ts'
import { useLimitWords } from './use-limit-words.ts'

/** The limits of the tenant, the latest first. */
export function LimitTable() {
  const { t } = useTranslation('limit')
  const words = useLimitWords()
  const table = useTableState({ filters: {} })
  const [edited, setEdited] = useState<UsageLimitRule | null>(null)
  const remove = useDeleteUsageLimitRule()
  const query = useQuery(
    limitQueries.list({ page_size: table.pageSize, ...(table.pageToken !== undefined && { page_token: table.pageToken }) }),
  )

  async function handleDelete(rule: UsageLimitRule) {
    const isDeleted = await confirm({
      title: t('delete.title'),
      message: t('delete.message', { whom: words.formatScope(rule), amount: words.formatAmount(rule) }),
      confirmLabel: t('delete.action'),
      danger: true,
      act: () => remove.mutateAsync(rule.id),
    })
    if (isDeleted) notify({ kind: 'success', message: t('delete.done'), timeout: 1_500 })
  }

  const columns: readonly Column<UsageLimitRule>[] = [
    {
      key: 'whom',
      title: t('field.scope'),
      isRowHeader: true,
      render: (rule) => (
        <Text component="span" size="sm" fw={550}>
          {words.formatScope(rule)}
        </Text>
      ),
    },
    { key: 'amount', title: t('column.limit'), width: '34%', render: words.formatAmount },
    { key: 'warn', title: t('field.warn_percent'), width: 130, render: ({ warn_percent: percent }) => `${percent} %` },
    {
      key: 'blocks',
      title: t('field.blocks'),
      width: 160,
      render: ({ blocks }) => (
        <Badge variant="light" color={blocks ? 'red' : 'gray'} tt="none" fw={550}>
          {t(blocks ? 'column.blocks' : 'column.warns')}
        </Badge>
      ),
    },
  ]

  return (
    <>
      <ServerTable
        label={t('title')}
        columns={columns}
        query={query}
        tableState={table}
        empty={<EmptyState icon={<IconGauge size={36} stroke={1.4} />} title={t('empty.title')} hint={t('empty.hint')} />}
        renderActions={(rule) => {
          const labels = { whom: words.formatScope(rule), amount: words.formatAmount(rule) }
          return (
            <Group gap={4} wrap="nowrap">
              <IconButton hint={t('edit')} label={t('editNamed', labels)} icon={IconPencil} onClick={() => setEdited(rule)} />
              <IconButton
                hint={t('delete.action')}
                label={t('deleteNamed', labels)}
                icon={IconTrash}
                onClick={() => void handleDelete(rule)}
              />
            </Group>
          )
        }}
      />
      {edited && <EditLimitDialog rule={edited} onClose={() => setEdited(null)} />}
    </>
  )
}
