import type { Language } from '@heddle/contracts/languages'
import type { LocalizedText } from '@heddle/contracts/wire'
import { useTranslation } from 'react-i18next'
import { fromTag, storeLanguage, toTag } from './language.ts'

/** The interface's language: the product's code for the wire, the tag for Intl, and how to change it. */
export function useLanguage() {
  const { i18n } = useTranslation()
  const language = fromTag(i18n.language)

  function setLanguage(next: Language) {
    storeLanguage(next)
    void i18n.changeLanguage(toTag(next))
  }

  return { language, tag: toTag(language), setLanguage }
}

/** Reads a localized text in the interface's language, else its default. */
export function useLocalized(): (text: LocalizedText) => string {
  const { language } = useLanguage()
  return (text) => text[language] ?? text.default
}
