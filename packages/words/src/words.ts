// The texts of the product that the server writes, in its five languages.
import type { Language } from '@heddle/contracts/languages'
import en from '../en.json' with { type: 'json' }
import ja from '../ja.json' with { type: 'json' }
import th from '../th.json' with { type: 'json' }
import vi from '../vi.json' with { type: 'json' }
import zhHant from '../zhHant.json' with { type: 'json' }

export type WordKey = keyof typeof en

/** A text in all languages. */
export type Translations = Readonly<Record<Language, string>>

const catalogues: Readonly<Record<Language, Readonly<Record<WordKey, string>>>> = { zhHant, en, ja, th, vi }

export const wordKeys = Object.keys(en) as readonly WordKey[]

/** What a text has in the places of its `{{name}}`. */
export type WordValues = Readonly<Record<string, string | number>>

/** Returns a text with the named values in the places of their `{{name}}`. */
export const translate = (language: Language, key: WordKey, values: WordValues = {}): string =>
  catalogues[language][key].replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))

export const translateAll = (key: WordKey): Translations => ({ zhHant: zhHant[key], en: en[key], ja: ja[key], th: th[key], vi: vi[key] })
