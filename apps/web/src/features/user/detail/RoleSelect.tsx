import { UserRole } from '@heddle/contracts/roles'
import type { User } from '@heddle/contracts/user/user'
import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { confirm } from '#shared/notify/confirm.ts'
import { notify } from '#shared/notify/notify.ts'
import { useUserName } from '../user-name.ts'
import { useUpdateUserRole } from '../users.queries.ts'

type RoleSelectProps = { user: User; reason: string | null }

/** The role of a user; explains the other role before it is assigned. */
export function RoleSelect({ user, reason }: RoleSelectProps) {
  const { t } = useTranslation('user')
  const name = useUserName()(user)
  const update = useUpdateUserRole(user.id)

  async function handleChange(value: string | null) {
    const role = UserRole.safeParse(value).data
    if (!role || role === user.role) return
    const question = {
      title: t('detail.roleTitle', { name, role: t(`role.${role}`) }),
      message: t(`detail.roleMeans.${role}`),
      confirmLabel: t('detail.changeRole'),
      width: 440,
      act: () => update.mutateAsync(role),
    }
    if (await confirm(question)) notify({ kind: 'success', message: t('detail.saved'), timeout: 1_500 })
  }

  return (
    <Select
      label={t('field.role')}
      description={reason ?? t(`detail.roleMeans.${user.role}`)}
      inputWrapperOrder={['label', 'input', 'description']}
      maw={560}
      value={user.role}
      data={UserRole.options.map((value) => ({ value, label: t(`role.${value}`) }))}
      disabled={reason !== null || update.isPending}
      onChange={(value) => void handleChange(value)}
    />
  )
}
