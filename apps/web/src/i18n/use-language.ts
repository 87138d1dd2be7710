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

/** Writes a list with the separator of the interface's language. Intl.ListFormat sets no space between Han or Thai and Latin names. */
export function useListText(): (items: readonly string[]) => string {
  const { t } = useTranslation()
  return (items) => (items.length === 0 ? '' : items.reduce((before, next) => t('listed', { before, next })))
}

/** Reads a localized text in the interface's language, else its default. */
export function useLocalized(): (text: LocalizedText) => string {
  const { language } = useLanguage()
  return (text) => text[language] ?? text.default
}
