// The reasons why an action on a user is disabled. The service decides (`abilities`); the reason is only shown.
import type { UserRole } from '@heddle/contracts/roles'
import type { User } from '@heddle/contracts/user/user'
import { useTranslation } from 'react-i18next'
import { useMe } from '#entities/auth/session.queries.ts'

export type UserAction = Exclude<keyof User['abilities'], 'edit'>
export type Reason = 'ownRole' | 'ownStatus' | 'ownDeletion' | 'ownPassword' | 'ownFactor' | 'external' | 'superOnly' | 'notYours'

const ownReasons: Partial<Record<UserAction, Reason>> = {
  change_role: 'ownRole',
  change_status: 'ownStatus',
  delete: 'ownDeletion',
  reset_password: 'ownPassword',
  reset_second_factor: 'ownFactor',
}

/** Returns null for a permitted action. */
export function findRefusalReason(deed: UserAction, user: User, me: { id: string; role: UserRole }): Reason | null {
  if (user.abilities[deed]) return null
  const own = user.id === me.id && ownReasons[deed]
  if (own) return own
  const isExternal = user.providers.length > 0
  if (isExternal && (deed === 'change_email' || deed === 'reset_password')) return 'external'
  const needsSuperUser = deed === 'change_role' || user.role !== 'U'
  return needsSuperUser && me.role !== 'S' ? 'superOnly' : 'notYours'
}

/** Returns a function that explains why an action on the user is disabled; null for a permitted one. */
export function useReason(user: User): (deed: UserAction) => string | null {
  const { t } = useTranslation('user')
  const me = useMe()
  return (deed) => {
    const reason = findRefusalReason(deed, user, me)
    return reason && t(`reason.${reason}`)
  }
}
