import type { Language } from '@heddle/contracts/languages'
import type { LocalizedText } from '@heddle/contracts/wire'
import { useTranslation } from 'react-i18next'
import { fromTag, storeLanguage, toTag } from './language.ts'

/** Returns the interface's language as the product's code and as the tag for Intl, and a function that changes it. */
export function useLanguage() {
  const { i18n } = useTranslation()
  const language = fromTag(i18n.language)

  function setLanguage(next: Language) {
    storeLanguage(next)
    void i18n.changeLanguage(toTag(next))
  }

  return { language, tag: toTag(language), setLanguage }
}

/** Returns a list formatter of the interface's language. Intl.ListFormat sets no space between Han or Thai and Latin names. */
export function useListText(): (items: readonly string[]) => string {
  const { t } = useTranslation()
  return (items) => (items.length === 0 ? '' : items.reduce((before, next) => t('listed', { before, next })))
}

/** Returns a joiner of whole sentences: Chinese and Japanese set no space between them. */
export function useSentences(): (sentences: readonly string[]) => string {
  const { t } = useTranslation()
  return (sentences) => (sentences.length === 0 ? '' : sentences.reduce((before, next) => t('sentences', { before, next })))
}

/** Returns a number formatter of the interface's language; `toLocaleString()` would take the browser's. */
export function useNumberText(): (value: number) => string {
  const { tag } = useLanguage()
  return (value) => new Intl.NumberFormat(tag).format(value)
}

/** Returns a reader of localized texts: the interface's language, or the text's default. */
export function useLocalized(): (text: LocalizedText) => string {
  const { language } = useLanguage()
  return (text) => text[language] ?? text.default
}
