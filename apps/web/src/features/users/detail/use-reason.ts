import type { User } from '@heddle/contracts/user'
import { useTranslation } from 'react-i18next'
import { useMe } from '#entities/session/session.queries.ts'
import { type Deed, whyNot } from './reasons.ts'

/** Says in words why something can not be done to a user; null when it can. */
export function useReason(user: User): (deed: Deed) => string | null {
  const { t } = useTranslation('user')
  const me = useMe()
  return (deed) => {
    const reason = whyNot(deed, user, me)
    return reason && t(`reason.${reason}`)
  }
}
