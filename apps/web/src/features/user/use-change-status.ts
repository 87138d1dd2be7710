import type { User, UserStatus } from '@heddle/contracts/user/user'
import { useTranslation } from 'react-i18next'
import { confirm } from '#shared/notify/confirm.ts'
import { notifyError } from '#shared/notify/describe-error.ts'
import { notify } from '#shared/notify/notify.ts'
import { useUserName } from './user-name.ts'
import { useUpdateUserStatus, useUpdateUserStatuses } from './users.queries.ts'

const words = {
  disabled: { many: 'disable.titleMany', message: 'disable.message', action: 'disable.action', done: 'disable.done' },
  active: { many: 'enable.titleMany', message: 'enable.message', action: 'enable.action', done: 'enable.done' },
} as const

/** Returns a function that disables or enables users after a confirmation, and returns whether it was done. */
export function useChangeStatus() {
  const { t } = useTranslation('user')
  const { t: tErrors } = useTranslation('errors')
  const formatUserName = useUserName()
  const one = useUpdateUserStatus()
  const many = useUpdateUserStatuses()

  async function changeStatus(users: readonly User[], status: UserStatus): Promise<boolean> {
    const [only] = users
    if (!only) return false
    const change = () =>
      users.length === 1 ? one.mutateAsync({ id: only.id, status }) : many.mutateAsync({ user_ids: users.map(({ id }) => id), status })
    const { many: title, message, action, done } = words[status]
    if (status === 'active' && users.length === 1) {
      try {
        await change()
      } catch (error) {
        notifyError(tErrors, error)
        return false
      }
    } else {
      const question = {
        title: users.length === 1 ? t('disable.title', { name: formatUserName(only) }) : t(title, { count: users.length }),
        message: t(message),
        confirmLabel: t(action),
        danger: status === 'disabled',
        width: 440,
        act: change,
      }
      if (!(await confirm(question))) return false
    }
    notify({ message: t(done, { count: users.length }), kind: 'success' })
    return true
  }

  return { changeStatus, isChanging: one.isPending || many.isPending }
}
