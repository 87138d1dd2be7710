// The one place where the product's language codes meet BCP 47: `zhHant` on the wire and in storage, `zh-Hant` for i18next,
// `<html lang>` and Intl.
import { defaultLanguage, Language, languages, languageTags } from '@heddle/contracts/languages'

const storageKey = 'language'

export const toTag = (language: Language): string => languageTags[language]

export const fromTag = (tag: string): Language => languages.find((language) => languageTags[language] === tag) ?? defaultLanguage

/** The language chosen in this browser; null before the first choice. */
export function readChosenLanguage(): Language | null {
  return Language.safeParse(localStorage.getItem(storageKey)).data ?? null
}

/** The language to show: what was chosen in this browser, else the profile's, as far as the tenant offers them; else the tenant's own. */
export function languageToShow(
  { languages: offered, default_language: own }: { languages: readonly Language[]; default_language: Language },
  profile?: Language,
): Language {
  return [readChosenLanguage(), profile].find((wish) => wish && offered.includes(wish)) ?? own
}

export function storeLanguage(language: Language): void {
  localStorage.setItem(storageKey, language)
}
