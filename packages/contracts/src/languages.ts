// The languages of the product, with the time zone each implies where a user has chosen none.
import { z } from 'zod'
import { schemaIds } from './schema-ids.ts'

export const languages = ['zhHant', 'en', 'ja', 'th', 'vi'] as const

export const Language = z.enum(languages)
export type Language = z.infer<typeof Language>
schemaIds.add(Language, { id: 'Language' })

/** Default and fallback of the interface (specification, section 9). */
export const defaultLanguage: Language = 'zhHant'

export const languageTimeZones: Readonly<Record<Language, string>> = {
  zhHant: 'Asia/Taipei',
  en: 'America/New_York',
  ja: 'Asia/Tokyo',
  th: 'Asia/Bangkok',
  vi: 'Asia/Ho_Chi_Minh',
}

/** The language's own name for itself. */
export const languageNames: Readonly<Record<Language, string>> = {
  zhHant: '繁體中文',
  en: 'English',
  ja: '日本語',
  th: 'ไทย',
  vi: 'Tiếng Việt',
}

/** BCP 47 tags. `zhHant` is the product's own code: i18next, `<html lang>` and Intl need the hyphen. */
export const languageTags: Readonly<Record<Language, string>> = {
  zhHant: 'zh-Hant',
  en: 'en',
  ja: 'ja',
  th: 'th',
  vi: 'vi',
}

/** Returns the language of a tag such as `zh-TW` or `en_GB`, by its first part; null when the product does not have it. */
export function findLanguage(tag: string): Language | null {
  const [primary] = tag.toLowerCase().split(/[-_]/)
  return languages.find((language) => languageTags[language].split('-')[0] === primary) ?? null
}
