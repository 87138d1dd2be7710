// The one place where the product's language codes meet BCP 47: `zhHant` on the wire and in storage, `zh-Hant` for i18next,
// `<html lang>` and Intl.
import { defaultLanguage, Language, languages, languageTags } from '@heddle/contracts/languages'

const storageKey = 'language'

export const toTag = (language: Language): string => languageTags[language]

export const fromTag = (tag: string): Language => languages.find((language) => languageTags[language] === tag) ?? defaultLanguage

/** What the person has chosen in this browser; null for somebody who never has. */
export function readChosenLanguage(): Language | null {
  return Language.safeParse(localStorage.getItem(storageKey)).data ?? null
}

export function storeLanguage(language: Language): void {
  localStorage.setItem(storageKey, language)
}
