import type { LoginMethod } from '@heddle/contracts/login-method'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'

/** What a way to sign in is called where it is offered or not: the provider's label, or our words for the product's own. */
export function useMethodName(): (method: LoginMethod) => string {
  const { t } = useTranslation('tenant')
  const localized = useLocalized()
  return ({ key, type, label }) => {
    if (type === 'email' || type === 'account') return t(`method.${type}.name`)
    return label ? localized(label) : key
  }
}
