import type { User } from '@heddle/contracts/user/user'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'

/** Returns a formatter of a user's name: the first of name, email, account, and the fallback of the specification. */
export function useUserName(): (user: Pick<User, 'name' | 'email' | 'account'>) => string {
  const { t } = useTranslation()
  const localized = useLocalized()
  return ({ name, email, account }) => localized(name) || email || account || t('unknownUser')
}
