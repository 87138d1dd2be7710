import type { User } from '@heddle/contracts/user/user'
import { useTranslation } from 'react-i18next'
import { confirm } from '#shared/notify/confirm.ts'
import { notify } from '#shared/notify/notify.ts'
import { useUserName } from './user-name.ts'
import { useResetSecondFactor } from './users.queries.ts'

/** Returns a function that resets the second factor of a user after a confirmation. */
export function useResetFactor(): (user: User) => Promise<void> {
  const { t } = useTranslation('user')
  const formatUserName = useUserName()
  const reset = useResetSecondFactor()
  return async (user) => {
    const name = formatUserName(user)
    const question = {
      title: t('factor.title', { name }),
      message: t('factor.message', { name }),
      confirmLabel: t('factor.open'),
      danger: true,
      width: 440,
      act: () => reset.mutateAsync(user.id),
    }
    if (await confirm(question)) notify({ message: t('factor.done', { name }), kind: 'success' })
  }
}
