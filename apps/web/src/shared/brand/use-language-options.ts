import { languageNames } from '@heddle/contracts/languages'
import { useBrand } from './use-brand.ts'

/** The languages that the tenant offers, each by its own name. */
export const useLanguageOptions = () => useBrand().languages.map((value) => ({ value, label: languageNames[value] }))
