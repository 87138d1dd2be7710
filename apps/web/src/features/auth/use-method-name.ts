import type { LoginMethod } from '@heddle/contracts/tenant/login-method'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'

/** Returns a formatter of a method's name: the provider's label, or the text of the product's own methods. */
export function useMethodName(): (method: LoginMethod) => string {
  const { t } = useTranslation('auth')
  const localized = useLocalized()
  return ({ key, type, label }) => {
    if (label) return localized(label)
    return type === 'email' || type === 'account' ? t(`own.${type}`) : key
  }
}
