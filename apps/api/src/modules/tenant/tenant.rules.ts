// What has to hold in a tenant's settings, whichever of them are changed.
import type { FieldError } from '@heddle/contracts/errors'
import type { Language } from '@heddle/contracts/languages'
import type { LoginMethod } from '@heddle/contracts/tenant/login-method'
import { offered } from './login-methods.ts'

export type TenantSettings = {
  readonly languages: readonly Language[]
  readonly defaultLanguage: Language
  readonly hiddenLogins: readonly string[]
  readonly trustedFactorLogins: readonly string[]
}

type NamedBefore = Pick<TenantSettings, 'hiddenLogins' | 'trustedFactorLogins'>

const wrong = (field: string, message: string): FieldError => ({ path: `body/tenant/${field}`, message })

/** What is wrong with the settings that a tenant would have. `before` may name methods that are configured no more. */
export function findSettingsErrors(settings: TenantSettings, methods: readonly LoginMethod[], before: NamedBefore): FieldError[] {
  const { languages, defaultLanguage, hiddenLogins, trustedFactorLogins } = settings
  const isProvider = (key: string) =>
    before.trustedFactorLogins.includes(key) || methods.some((method) => method.key === key && method.type === 'oidc')
  const isKnown = (key: string) => before.hiddenLogins.includes(key) || methods.some((method) => method.key === key)
  return [
    ...(new Set(languages).size < languages.length ? [wrong('languages', 'A language is named twice')] : []),
    ...(languages.includes(defaultLanguage) ? [] : [wrong('default_language', 'Not one of the languages')]),
    ...(hiddenLogins.every(isKnown) ? [] : [wrong('hidden_logins', 'Not a way to sign in of this tenant')]),
    ...(trustedFactorLogins.every(isProvider) ? [] : [wrong('trusted_factor_logins', 'Not an OpenID sign-in of this tenant')]),
    ...(offered(methods, hiddenLogins).length > 0 ? [] : [wrong('hidden_logins', 'One way to sign in has to stay')]),
  ]
}
