import { languageNames, languages } from '@heddle/contracts/languages'

/** The languages to choose from, each by its own name. */
export const languageOptions = languages.map((language) => ({ value: language, label: languageNames[language] }))
