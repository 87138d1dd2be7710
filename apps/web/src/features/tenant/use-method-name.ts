import type { LoginMethod } from '@heddle/contracts/tenant/login-method'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'

/** Returns a formatter of a method's name in the settings: the provider's label, or the text of the product's own methods. */
export function useMethodName(): (method: LoginMethod) => string {
  const { t } = useTranslation('tenant')
  const localized = useLocalized()
  return ({ key, type, label }) => {
    if (type === 'email' || type === 'account') return t(`method.${type}.name`)
    return label ? localized(label) : key
  }
}
