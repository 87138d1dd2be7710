// The list of users, for an administrator or the owner of a group.
import { UserRole } from '@heddle/contracts/roles'
import { type User, UserStatus, userSorts } from '@heddle/contracts/user/user'
import { Id } from '@heddle/contracts/wire'
import { Button } from '@mantine/core'
import { IconLock, IconLockOpen, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GroupFilter } from '#entities/group/GroupFilter.tsx'
import { usePermission } from '#entities/auth/session.queries.ts'
import { BulkBar } from '#shared/table/BulkBar.tsx'
import { FilterSelect } from '#shared/table/FilterSelect.tsx'
import { KeywordField } from '#shared/table/KeywordField.tsx'
import { ServerTable } from '#shared/table/ServerTable.tsx'
import { TableToolbar } from '#shared/table/TableToolbar.tsx'
import { useSelection } from '#shared/table/use-selection.ts'
import { keywordFilter, useTableState } from '#shared/table/use-table-state.ts'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'
import { DeleteUserDialog } from '../DeleteUserDialog.tsx'
import { ResetPasswordDialog } from '../password/ResetPasswordDialog.tsx'
import { useChangeStatus } from '../use-change-status.ts'
import { useUserName } from '../user-name.ts'
import { userQueries } from '../users.queries.ts'
import { useUserColumns } from './user-columns.tsx'
import { UserMenu } from './UserMenu.tsx'

type OpenDialog = { kind: 'reset' | 'delete'; user: User }

export function UserList() {
  const { t } = useTranslation('user')
  const isAdmin = usePermission('manage_users')
  const formatUserName = useUserName()
  const columns = useUserColumns({ isAdmin })
  const table = useTableState({
    filters: { keyword: keywordFilter, role: UserRole, group_id: Id, status: UserStatus },
    sorts: userSorts,
    defaultSort: { by: 'name', direction: 'asc' },
  })
  const { filters, sort, pageToken, pageSize } = table
  const query = useQuery(
    userQueries.list({ ...filters, sort: sort?.by, direction: sort?.direction, page_size: pageSize, page_token: pageToken }),
  )
  const selection = useSelection(query.data?.rows ?? [], (user) => user.abilities.change_status)
  const { changeStatus, isChanging } = useChangeStatus()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)

  async function changeSelected(status: UserStatus) {
    const others = selection.selected.filter((user) => user.status !== status)
    if (await changeStatus(others, status)) selection.clear()
  }

  return (
    <>
      <TableToolbar
        tableState={table}
        search={<KeywordField label={t('search')} tableState={table} />}
        filters={
          <>
            {isAdmin && (
              <FilterSelect
                label={t('field.role')}
                value={filters.role}
                data={UserRole.options.map((value) => ({ value, label: t(`role.${value}`) }))}
                onChange={(role) => table.setFilter('role', role)}
              />
            )}
            <GroupFilter label={t('field.group')} w={190} value={filters.group_id} onChange={(id) => table.setFilter('group_id', id)} />
            {isAdmin && (
              <FilterSelect
                label={t('field.status')}
                value={filters.status}
                w={140}
                data={UserStatus.options.map((value) => ({ value, label: t(`status.${value}`) }))}
                onChange={(status) => table.setFilter('status', status)}
              />
            )}
          </>
        }
      />
      <ServerTable
        label={t('title')}
        columns={columns}
        query={query}
        tableState={table}
        formatRowName={formatUserName}
        isQuiet={(user) => user.status === 'disabled'}
        selection={isAdmin ? selection : undefined}
        renderActions={
          isAdmin
            ? (user) => (
                <UserMenu
                  user={user}
                  onResetPassword={() => setDialog({ kind: 'reset', user })}
                  onDelete={() => setDialog({ kind: 'delete', user })}
                />
              )
            : undefined
        }
        empty={
          table.isFiltered ? (
            <EmptyState icon={<IconUsers size={36} stroke={1.4} />} title={t('empty.filtered')} hint={t('empty.filteredHint')} />
          ) : (
            <EmptyState icon={<IconUsers size={36} stroke={1.4} />} title={t('empty.title')} hint={isAdmin ? t('empty.hint') : undefined} />
          )
        }
      />
      <BulkBar count={selection.selected.length} onClear={selection.clear}>
        {selection.selected.some(({ status }) => status === 'active') && (
          <Button
            size="xs"
            variant="light"
            color="red"
            loading={isChanging}
            leftSection={<IconLock size={16} aria-hidden />}
            onClick={() => void changeSelected('disabled')}
          >
            {t('disable.action')}
          </Button>
        )}
        {selection.selected.some(({ status }) => status === 'disabled') && (
          <Button
            size="xs"
            variant="light"
            loading={isChanging}
            leftSection={<IconLockOpen size={16} aria-hidden />}
            onClick={() => void changeSelected('active')}
          >
            {t('enable.action')}
          </Button>
        )}
      </BulkBar>
      {dialog?.kind === 'reset' && <ResetPasswordDialog user={dialog.user} onClose={() => setDialog(null)} />}
      {dialog?.kind === 'delete' && <DeleteUserDialog user={dialog.user} onClose={() => setDialog(null)} />}
    </>
  )
}
