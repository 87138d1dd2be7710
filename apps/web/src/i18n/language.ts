// Converts the product's language codes (`zhHant`, on the wire and in storage) to BCP 47 tags (`zh-Hant`, for i18next, `<html lang>` and
// Intl).
import { defaultLanguage, findLanguage, Language, languages, languageTags } from '@heddle/contracts/languages'

const storageKey = 'language'

export const toTag = (language: Language): string => languageTags[language]

export const fromTag = (tag: string): Language => languages.find((language) => languageTags[language] === tag) ?? defaultLanguage

/** Returns the language chosen in this browser; null before the first choice. */
export function readChosenLanguage(): Language | null {
  return Language.safeParse(localStorage.getItem(storageKey)).data ?? null
}

/** Returns the first of these that the tenant offers: the choice in this browser, the profile's language, the tenant's default. */
export function resolveLanguage(
  { languages: offered, default_language: own }: { languages: readonly Language[]; default_language: Language },
  profile?: Language,
): Language {
  return [readChosenLanguage(), profile].find((wish) => wish && offered.includes(wish)) ?? own
}

/** Returns the first language of the browser's settings that is among the offered; null when none is. */
export function findBrowserLanguage(offered: readonly Language[]): Language | null {
  return navigator.languages.map(findLanguage).find((language) => language !== null && offered.includes(language)) ?? null
}

export function storeLanguage(language: Language): void {
  localStorage.setItem(storageKey, language)
}
