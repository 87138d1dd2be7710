import type { Group, GroupMember } from '@heddle/contracts/group/group'
import { MembershipRole } from '@heddle/contracts/roles'
import { ActionIcon, Badge, Button, Group as Row, NativeSelect, Tooltip } from '@mantine/core'
import { IconUserMinus, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProviderName } from '#entities/system/use-provider-name.ts'
import { useLocalized } from '#i18n/use-language.ts'
import { paths } from '#shared/paths.ts'
import { EmailText } from '#shared/table/EmailText.tsx'
import { FilterSelect } from '#shared/table/FilterSelect.tsx'
import { KeywordField } from '#shared/table/KeywordField.tsx'
import { RowLink } from '#shared/table/RowLink.tsx'
import { ServerTable } from '#shared/table/ServerTable.tsx'
import type { Column } from '#shared/table/table.ts'
import { TableToolbar } from '#shared/table/TableToolbar.tsx'
import { keywordFilter, useTableState } from '#shared/table/use-table-state.ts'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import { AddMemberDialog } from './AddMemberDialog.tsx'
import { oneGroupQueries } from './groups.queries.ts'
import { MembershipBadge } from './MembershipBadge.tsx'
import { useChangeMembership } from './use-change-membership.ts'

/** The members of a group, with actions for its administrators. */
export function Members({ group }: { group: Group }) {
  const { t } = useTranslation('group')
  const { t: tCommon } = useTranslation()
  const localized = useLocalized()
  const providerName = useProviderName()
  const [isAdding, setIsAdding] = useState(false)
  const mayManage = group.abilities.manage_members
  const { changeRole, remove, isChanging } = useChangeMembership(group)
  const table = useTableState({ filters: { keyword: keywordFilter, role: MembershipRole } })
  const { filters, pageSize, pageToken } = table
  const query = useQuery(oneGroupQueries.members(group.id, { ...filters, page_size: pageSize, page_token: pageToken }))
  const formatMemberName = ({ name, email }: GroupMember) => localized(name) || email || tCommon('unknownUser')
  const roles = MembershipRole.options.map((value) => ({ value, label: t(`role.${value}`) }))

  const columns: Column<GroupMember>[] = [
    {
      key: 'name',
      title: t('members.name'),
      isRowHeader: true,
      render: (member) => (
        <Row component="span" gap={8}>
          {member.abilities.see_profile ? (
            <RowLink to={paths.user(member.id)}>{formatMemberName(member)}</RowLink>
          ) : (
            formatMemberName(member)
          )}
          {member.status === 'disabled' && (
            <Badge variant="light" color="gray" size="sm" tt="none">
              {t('members.disabled')}
            </Badge>
          )}
          {member.provider !== null && (
            <Tooltip label={t('members.providerHint')} multiline maw={300}>
              <Badge variant="outline" color="gray" size="sm" tt="none" tabIndex={0}>
                {providerName(member.provider)}
              </Badge>
            </Tooltip>
          )}
        </Row>
      ),
    },
    { key: 'email', title: t('members.email'), render: ({ email }) => email && <EmailText email={email} /> },
    {
      key: 'role',
      title: t('members.role'),
      width: 170,
      render: (member) =>
        member.abilities.change_role ? (
          <NativeSelect
            size="xs"
            w={140}
            aria-label={t('members.roleOf', { name: formatMemberName(member) })}
            value={member.role}
            data={roles}
            disabled={isChanging}
            onChange={(event) => {
              const role = MembershipRole.safeParse(event.currentTarget.value).data
              if (role) void changeRole(member, formatMemberName(member), role)
            }}
          />
        ) : (
          <MembershipBadge role={member.role} />
        ),
    },
  ]

  function renderRemove(member: GroupMember) {
    const reason = member.abilities.remove ? null : t('members.lastOwner')
    const label = reason ?? t('members.remove', { name: formatMemberName(member) })
    return (
      <Tooltip label={label} multiline maw={300}>
        <ActionIcon
          aria-label={label}
          aria-disabled={reason !== null}
          data-disabled={reason !== null || undefined}
          onClick={() => reason === null && void remove(member, formatMemberName(member))}
        >
          <IconUserMinus size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
    )
  }

  return (
    <Section
      title={t('members.title')}
      hint={t('members.count', { count: group.member_count })}
      aside={
        mayManage && (
          <Button size="sm" leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setIsAdding(true)}>
            {t('members.add')}
          </Button>
        )
      }
    >
      {group.member_count > 0 && (
        <TableToolbar
          tableState={table}
          search={<KeywordField label={t('members.search')} tableState={table} />}
          filters={
            <FilterSelect label={t('members.role')} value={filters.role} data={roles} onChange={(role) => table.setFilter('role', role)} />
          }
        />
      )}
      <ServerTable
        label={t('members.title')}
        columns={columns}
        query={query}
        tableState={table}
        isQuiet={({ status }) => status === 'disabled'}
        renderActions={mayManage ? renderRemove : undefined}
        empty={
          <EmptyState
            icon={<IconUsers size={36} stroke={1.4} />}
            title={table.isFiltered ? t('members.noMatch') : t('members.none')}
            hint={!table.isFiltered && mayManage ? t('members.noneHint') : undefined}
          />
        }
      />
      {isAdding && <AddMemberDialog group={group} onClose={() => setIsAdding(false)} />}
    </Section>
  )
}
