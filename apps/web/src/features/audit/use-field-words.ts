import { LocalizedText } from '@heddle/contracts/wire'
import { languageNames, languages } from '@heddle/contracts/languages'
import { useTranslation } from 'react-i18next'

const fieldNames = [
  'account',
  'administrator',
  'default_language',
  'default_model',
  'description',
  'email',
  'groups',
  'hidden_logins',
  'hostname',
  'language',
  'languages',
  'licensed_by',
  'logo',
  'members',
  'name',
  'primary_color',
  'product_name',
  'provider',
  'requests_per_chat',
  'retention_days',
  'role',
  'status',
] as const

const isFieldName = (name: string): name is (typeof fieldNames)[number] => fieldNames.some((known) => known === name)

/** The fields of an event, readable; those that we have no word for keep their name. */
export function useFieldWords() {
  const { t } = useTranslation('audit')

  function valueOf(value: unknown): string {
    if (value === null || value === undefined || value === '') return '–'
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(valueOf).join('\n')
    if (typeof value !== 'object') return typeof value === 'string' ? value : JSON.stringify(value)
    const text = LocalizedText.strict().safeParse(value).data
    if (text) {
      const translations = languages.flatMap((language) => (text[language] ? [`${languageNames[language]}: ${text[language]}`] : []))
      return [text.default || '–', ...translations].join('\n')
    }
    return Object.entries(value)
      .map(([name, one]) => `${nameOf(name)}: ${valueOf(one)}`)
      .join('\n')
  }

  const nameOf = (name: string): string => (isFieldName(name) ? t(`field.${name}`) : name)

  return { nameOf, valueOf }
}
