import { type Language, languageNames } from '@heddle/contracts/languages'
import { useBrand } from './use-brand.ts'

/** The languages that the tenant offers, each by its own name; `chosen` too, which the tenant may have ceased to offer. */
export function useLanguageOptions(chosen?: Language) {
  const { languages } = useBrand()
  const shown = chosen === undefined || languages.includes(chosen) ? languages : [...languages, chosen]
  return shown.map((value) => ({ value, label: languageNames[value] }))
}
