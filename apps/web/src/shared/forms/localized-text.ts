// Edits a localized text in a form: first the interface's language, then the other languages, then the default for all others.
import { type Language, languages } from '@heddle/contracts/languages'
import type { LocalizedText } from '@heddle/contracts/wire'

/** A language of the text, or the default for languages without their own text. */
export type LocalizedKey = Language | 'default'

const hasTranslations = (text: LocalizedText) => languages.some((language) => text[language] !== undefined)

/** Returns the key that the first field edits: the interface's language, or `default` while the text has no translations. */
export const resolveFirstKey = (text: LocalizedText, language: Language): LocalizedKey => (hasTranslations(text) ? language : 'default')

/** Drops the only translation when it equals the default in the interface's language. */
function simplify(text: LocalizedText, language: Language): LocalizedText {
  const isSingle = languages.every((other) => (other === language ? text[other] === text.default : text[other] === undefined))
  return isSingle ? { default: text.default } : text
}

function setTranslation(text: LocalizedText, language: Language, typed: string): LocalizedText {
  const { [language]: _replaced, ...others } = text
  return typed.trim() === '' ? others : { ...others, [language]: typed }
}

/** Returns the text with what it shows in the interface's language in place of everything that it still has from a copied one. */
function dropCopied(text: LocalizedText, language: Language, copied: LocalizedText): LocalizedText {
  const shown = text[language] ?? text.default
  const written = languages.filter((other) => other !== language && text[other] !== undefined && text[other] !== copied[other])
  const base = text.default === copied.default ? shown : text.default
  if (written.length === 0 && base === shown) return { default: base }
  return { default: base, [language]: shown, ...Object.fromEntries(written.map((other) => [other, text[other]])) }
}

/**
 * Returns the text after input in the first field of a form that began with a copied text: its other languages, of which no one wrote
 * what they say of the copy, go with the first change.
 */
export function editCopied(text: LocalizedText, language: Language, typed: string, copied: LocalizedText): LocalizedText {
  const isUnchanged = typed === (text[language] ?? text.default)
  return isUnchanged ? text : editFirst(dropCopied(text, language, copied), language, typed)
}

/**
 * Returns the text after input in the first field. Without translations the default changes. With translations the one of the
 * interface's language changes; the default changes with it only while both were the same.
 */
export function editFirst(text: LocalizedText, language: Language, typed: string): LocalizedText {
  if (!hasTranslations(text)) return { default: typed }
  const wasSame = text[language] === text.default
  return setTranslation(wasSame && typed.trim() !== '' ? { ...text, default: typed } : text, language, typed)
}

/**
 * Returns the text after input in the field of another language or of the default. A text without translations keeps the text of the
 * first field as a translation, so that it stays when the default changes.
 */
export function editOther(text: LocalizedText, language: Language, key: LocalizedKey, typed: string): LocalizedText {
  const kept = hasTranslations(text) ? text : setTranslation(text, language, text.default)
  return simplify(key === 'default' ? { ...kept, default: typed } : setTranslation(kept, key, typed), language)
}
