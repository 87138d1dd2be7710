import { LocalizedText } from '@heddle/contracts/wire'
import { Language, languageNames, languages } from '@heddle/contracts/languages'
import { UserRole } from '@heddle/contracts/roles'
import { UserStatus } from '@heddle/contracts/people/user'
import type { LoginMethod } from '@heddle/contracts/people/login-method'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'

const fieldNames = [
  'account',
  'administrator',
  'allow_user_prompt',
  'allowed_models',
  'amount',
  'assistant',
  'blocks',
  'color',
  'currency',
  'default_assistant',
  'default_language',
  'default_model',
  'description',
  'email',
  'group',
  'groups',
  'hidden_logins',
  'hostname',
  'interval',
  'interval_seconds',
  'is_public',
  'language',
  'languages',
  'licensed_by',
  'logo',
  'members',
  'metric',
  'model',
  'name',
  'note',
  'open_to_all_groups',
  'picture',
  'primary_color',
  'product_name',
  'provider',
  'recommended_questions',
  'requests_per_chat',
  'restored_version',
  'retention_days',
  'time_zone',
  'role',
  'scope',
  'shared_chat',
  'status',
  'user',
  'user_prompt',
  'version',
  'warn_percent',
  'workflow',
] as const

const isFieldName = (name: string): name is (typeof fieldNames)[number] => fieldNames.some((known) => known === name)

const isRole = (code: string): code is UserRole => UserRole.safeParse(code).success
const isStatus = (code: string): code is UserStatus => UserStatus.safeParse(code).success
const isLanguage = (code: string): code is Language => Language.safeParse(code).success

/** Returns whether the field contains keys of sign-in methods. */
export const isLoginField = (field: string): boolean => field === 'provider' || field === 'hidden_logins'

/** Returns formatters of an event's fields; a field without a text keeps its name. */
export function useFieldWords(loginMethods: readonly LoginMethod[] = []) {
  const { t } = useTranslation('audit')
  const { t: tCommon } = useTranslation()
  const { t: tShell } = useTranslation('shell')
  const localized = useLocalized()

  function findLoginLabel(key: string): string | undefined {
    if (key === 'email' || key === 'account') return t(`field.${key}`)
    const label = loginMethods.find((method) => method.key === key)?.label
    return label ? localized(label) : undefined
  }

  /** Returns the text of a code in the field of that name; undefined when it has none. */
  function translateCode(field: string, code: string): string | undefined {
    if (field === 'role') return isRole(code) ? tShell(`account.role.${code}`) : undefined
    if (field === 'status') return isStatus(code) ? t(`status.${code}`) : undefined
    if (isLoginField(field)) return findLoginLabel(code)
    return field.includes('language') && isLanguage(code) ? languageNames[code] : undefined
  }

  function formatValue(field: string, value: unknown): string {
    if (value === null || value === undefined || value === '') return '–'
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    if (Array.isArray(value)) return value.length === 0 ? '–' : value.map((one) => formatValue(field, one)).join('\n')
    if (typeof value !== 'object') return typeof value === 'string' ? (translateCode(field, value) ?? value) : JSON.stringify(value)
    const text = LocalizedText.strict().safeParse(value).data
    if (text) {
      const translations = languages.flatMap((language) =>
        text[language] ? [tCommon('labeled', { label: languageNames[language], value: text[language] })] : [],
      )
      return [text.default || '–', ...translations].join('\n')
    }
    return Object.entries(value)
      .map(([name, one]) => tCommon('labeled', { label: formatFieldName(name), value: formatValue(name, one) }))
      .join('\n')
  }

  const formatFieldName = (name: string): string => (isFieldName(name) ? t(`field.${name}`) : name)

  return { formatFieldName, formatValue }
}
