import type { Group, GroupMember } from '@heddle/contracts/group/group'
import type { MembershipRole } from '@heddle/contracts/roles'
import { useTranslation } from 'react-i18next'
import { useMe, usePermission } from '#entities/auth/session.queries.ts'
import { useLocalized } from '#i18n/use-language.ts'
import { confirm } from '#shared/notify/confirm.ts'
import { notify } from '#shared/notify/notify.ts'
import { usePutGroupMember, useRemoveGroupMember } from './groups.queries.ts'

/** Changes a role in a group; asks for confirmation before a right is lost that the user could not restore. */
export function useChangeMembership(group: Group) {
  const { t } = useTranslation('group')
  const groupName = useLocalized()(group.name)
  const me = useMe()
  const isAdmin = usePermission('manage_groups')
  const put = usePutGroupMember(group.id)
  const removal = useRemoveGroupMember(group.id)

  async function changeRole(member: GroupMember, name: string, role: MembershipRole) {
    const losesOwn = member.id === me.id && role === 'U' && !isAdmin
    const question = { title: t('members.stepDown', { group: groupName }), message: t('members.stepDownHint'), width: 420, danger: true }
    if (losesOwn && !(await confirm({ ...question, confirmLabel: t('members.stepDownConfirm') }))) return
    put.mutate(
      { userId: member.id, role },
      { onSuccess: () => notify({ kind: 'success', message: t('members.roleChanged', { name, role: t(`role.${role}`) }) }) },
    )
  }

  async function remove(member: GroupMember, name: string) {
    const isConfirmed = await confirm({
      title: t('members.removeTitle', { name, group: groupName }),
      message: t(member.provider === null ? 'members.removeHint' : 'members.removeProviderHint'),
      confirmLabel: t('members.removeConfirm'),
      danger: true,
      width: 420,
    })
    if (!isConfirmed) return
    removal.mutate({ userId: member.id }, { onSuccess: () => notify({ kind: 'success', message: t('members.removed', { name }) }) })
  }

  return { changeRole, remove, isChanging: put.isPending || removal.isPending }
}
