// How a form edits a localized text: the interface's language first, then the others, then the text that all other languages get.
import { type Language, languages } from '@heddle/contracts/languages'
import type { LocalizedText } from '@heddle/contracts/wire'

/** One of a text's languages, or the text for those without their own. */
export type LocalizedKey = Language | 'default'

const hasTranslations = (text: LocalizedText) => languages.some((language) => text[language] !== undefined)

/** The key that the first field edits: that of the interface's language, and `default` while the text has no translation at all. */
export const firstKey = (text: LocalizedText, language: Language): LocalizedKey => (hasTranslations(text) ? language : 'default')

/** A text whose only translation says the same in the interface's language needs none. */
function simplify(text: LocalizedText, language: Language): LocalizedText {
  const isSingle = languages.every((other) => (other === language ? text[other] === text.default : text[other] === undefined))
  return isSingle ? { default: text.default } : text
}

function withTranslation(text: LocalizedText, language: Language, typed: string): LocalizedText {
  const { [language]: _replaced, ...others } = text
  return typed.trim() === '' ? others : { ...others, [language]: typed }
}

/**
 * The text after typing into the first field. A text without translations is renamed. One with translations gets or changes that of
 * the interface's language; the default follows while both were the same, and is never touched when it was another text.
 */
export function editFirst(text: LocalizedText, language: Language, typed: string): LocalizedText {
  if (!hasTranslations(text)) return { default: typed }
  const wasSame = text[language] === text.default
  return withTranslation(wasSame && typed.trim() !== '' ? { ...text, default: typed } : text, language, typed)
}

/**
 * The text after typing into the field of another language or of the default. What the first field showed of a text without
 * translations becomes the interface's own, so that it stays when the default changes.
 */
export function editOther(text: LocalizedText, language: Language, key: LocalizedKey, typed: string): LocalizedText {
  const kept = hasTranslations(text) ? text : withTranslation(text, language, text.default)
  return simplify(key === 'default' ? { ...kept, default: typed } : withTranslation(kept, key, typed), language)
}
