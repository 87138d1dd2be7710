import { LocalizedText } from '@heddle/contracts/wire'
import { Language, languageNames, languages } from '@heddle/contracts/languages'
import { UserRole } from '@heddle/contracts/roles'
import { UserStatus } from '@heddle/contracts/user/user'
import type { LoginMethod } from '@heddle/contracts/tenant/login-method'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'
import { formLabels, labelsByTarget, ownLabels } from './field-labels.ts'

const namespaces = [
  'audit',
  'assistant',
  'builder',
  'common',
  'group',
  'knowledge',
  'limit',
  'model',
  'passage',
  'shell',
  'tenant',
  'user',
  'workflow',
] as const

const isKeyOf = <Labels extends object>(labels: Labels, name: PropertyKey): name is keyof Labels => Object.hasOwn(labels, name)
const isOwnLabel = (name: string): name is (typeof ownLabels)[number] => ownLabels.some((known) => known === name)

const isRole = (code: string): code is UserRole => UserRole.safeParse(code).success
const isStatus = (code: string): code is UserStatus => UserStatus.safeParse(code).success
const isLanguage = (code: string): code is Language => Language.safeParse(code).success

/** Returns whether the field contains keys of sign-in methods. */
export const isLoginField = (field: string): boolean => ['provider', 'hidden_logins', 'trusted_factor_logins'].includes(field)

/** Returns formatters of the fields of an event about such a target; a field without a text keeps its name. */
export function useFieldWords(targetType: string | undefined, loginMethods: readonly LoginMethod[] = []) {
  const { t } = useTranslation(namespaces)
  const localized = useLocalized()

  function findLoginLabel(key: string): string | undefined {
    if (key === 'email' || key === 'account') return t(`user:field.${key}`)
    const label = loginMethods.find((method) => method.key === key)?.label
    return label ? localized(label) : undefined
  }

  /** Returns the text of a code in the field of that name; undefined when it has none. */
  function translateCode(field: string, code: string): string | undefined {
    if (field === 'role') return isRole(code) ? t(`shell:account.role.${code}`) : undefined
    if (field === 'status') return isStatus(code) ? t(`user:status.${code}`) : undefined
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
        text[language] ? [t('common:labeled', { label: languageNames[language], value: text[language] })] : [],
      )
      return [text.default || '–', ...translations].join('\n')
    }
    return Object.entries(value)
      .map(([name, one]) => t('common:labeled', { label: formatFieldName(name), value: formatValue(name, one) }))
      .join('\n')
  }

  /** Returns the label that the field has on its form. */
  function formatFieldName(name: string): string {
    const own = targetType !== undefined && isKeyOf(labelsByTarget, targetType) ? labelsByTarget[targetType] : {}
    const labels = isKeyOf(own, name) ? own[name] : isKeyOf(formLabels, name) ? formLabels[name] : undefined
    if (labels === undefined) return isOwnLabel(name) ? t(`field.${name}`) : name
    const [heading, label] = labels
    return label === undefined ? t(heading) : t('common:labeled', { label: t(heading), value: t(label) })
  }

  return { formatFieldName, formatValue }
}
