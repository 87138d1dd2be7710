// The texts that the product gives in all languages: of the templates, and of what a new tenant begins with.
import { languages } from '@heddle/contracts/languages'
import type { LocalizedText } from '@heddle/contracts/wire'
import { translateAll, wordKeys } from '@heddle/words/words'

const productTexts = wordKeys.filter((key) => key.startsWith('template.') || key.startsWith('starter.')).map(translateAll)

/** Returns whether a text is one of the product in every language: no person has written any of it. */
export const isProductText = (text: LocalizedText): boolean =>
  productTexts.some((known) => languages.every((language) => text[language] === known[language]))
