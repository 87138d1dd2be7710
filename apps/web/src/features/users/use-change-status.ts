import type { User, UserStatus } from '@heddle/contracts/user'
import { useTranslation } from 'react-i18next'
import { confirm } from '#shared/notify/confirm.ts'
import { notify } from '#shared/notify/notify.ts'
import { useUserName } from './user-name.ts'
import { useUpdateUserStatus, useUpdateUserStatuses } from './users.queries.ts'

const words = {
  disabled: { many: 'disable.titleMany', message: 'disable.message', action: 'disable.action', done: 'disable.done' },
  active: { many: 'enable.titleMany', message: 'enable.message', action: 'enable.action', done: 'enable.done' },
} as const

/** Disables or enables users once the person has read what that ends. Answers whether it was done. */
export function useChangeStatus() {
  const { t } = useTranslation('user')
  const nameOf = useUserName()
  const one = useUpdateUserStatus()
  const many = useUpdateUserStatuses()

  function ask(users: readonly User[], status: UserStatus): Promise<boolean> | true {
    const [only] = users
    if (status === 'active' && users.length === 1) return true
    const { many: title, message, action } = words[status]
    return confirm({
      title: users.length === 1 && only ? t('disable.title', { name: nameOf(only) }) : t(title, { count: users.length }),
      message: t(message),
      confirmLabel: t(action),
      danger: status === 'disabled',
      width: 440,
    })
  }

  async function changeStatus(users: readonly User[], status: UserStatus): Promise<boolean> {
    const [only] = users
    if (!only || !(await ask(users, status))) return false
    const change =
      users.length === 1 ? one.mutateAsync({ id: only.id, status }) : many.mutateAsync({ user_ids: users.map(({ id }) => id), status })
    // The snackbar has said it.
    const isDone = await change.then(
      () => true,
      () => false,
    )
    if (isDone) notify({ message: t(words[status].done, { count: users.length }), kind: 'success' })
    return isDone
  }

  return { changeStatus, isChanging: one.isPending || many.isPending }
}
