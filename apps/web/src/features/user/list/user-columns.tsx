import type { User, userSorts } from '@heddle/contracts/user/user'
import { Text, Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'
import { formatDateTime, parseTime } from '#shared/dates.ts'
import { paths } from '#shared/paths.ts'
import { EmailText } from '#shared/table/EmailText.tsx'
import { NameWithDefault } from '#shared/table/NameWithDefault.tsx'
import { RowLink } from '#shared/table/RowLink.tsx'
import type { Column } from '#shared/table/table.ts'
import { RoleBadge, StatusBadge } from '../badges.tsx'
import { useUserName } from '../user-name.ts'

type UserSort = (typeof userSorts)[number]
type UserColumn = Column<User, UserSort>

/** Returns the columns of the list; the owner of a group sees only names and emails. */
export function useUserColumns({ isAdmin }: { isAdmin: boolean }): UserColumn[] {
  const { t } = useTranslation('user')
  const formatUserName = useUserName()
  const known: UserColumn[] = [
    {
      key: 'name',
      title: t('field.name'),
      sort: 'name',
      width: '21%',
      isRowHeader: true,
      render: (user) => (
        <NameWithDefault name={user.name}>
          <RowLink to={paths.user(user.id)}>{formatUserName(user)}</RowLink>
        </NameWithDefault>
      ),
    },
    {
      key: 'email',
      title: t('field.email'),
      sort: 'email',
      width: '22%',
      render: ({ email }) => email && <EmailText email={email} />,
    },
  ]
  const groups: UserColumn = { key: 'groups', title: t('field.groups'), render: ({ parents }) => <GroupNames parents={parents} /> }
  if (!isAdmin) return [...known, groups]

  return [
    ...known,
    { key: 'account', title: t('field.account'), hiddenOnPhone: true, render: ({ account }) => account },
    { key: 'role', title: t('field.role'), render: ({ role }) => <RoleBadge role={role} /> },
    groups,
    { key: 'status', title: t('field.status'), render: ({ status }) => <StatusBadge status={status} /> },
    {
      key: 'last_login_at',
      title: t('field.lastLogin'),
      sort: 'last_login_at',
      render: ({ last_login_at: time }) => (
        <Text component="span" inherit c={time ? undefined : 'dimmed'} style={{ whiteSpace: 'nowrap' }}>
          {time ? formatDateTime(parseTime(time)) : t('never')}
        </Text>
      ),
    },
  ]
}

/** The name of the first group, and the number of the others. */
function GroupNames({ parents }: { parents: User['parents'] }) {
  const { t } = useTranslation('user')
  const localized = useLocalized()
  const [first, ...others] = parents.map(({ name }) => localized(name))
  if (first === undefined)
    return (
      <Text component="span" inherit c="dimmed">
        {t('noGroups')}
      </Text>
    )
  if (others.length === 0) return first
  return (
    <span>
      {first}{' '}
      <Tooltip label={others.join(' · ')} multiline maw={320}>
        <Text component="span" inherit c="dimmed" tabIndex={0} style={{ whiteSpace: 'nowrap' }}>
          {t('more', { count: others.length })}
        </Text>
      </Tooltip>
    </span>
  )
}
