// The response language is a promise to the user, so the prompt says it in English and in the language itself.
import { languageNames, type Language } from '@heddle/contracts/languages'

/** The languages' English names, which every model knows best. */
export const languageNamesInEnglish: Readonly<Record<Language, string>> = {
  zhHant: 'Traditional Chinese',
  en: 'English',
  ja: 'Japanese',
  th: 'Thai',
  vi: 'Vietnamese',
}

const saidInItself: Readonly<Record<Language, string>> = {
  zhHant:
    'Write Traditional characters as used in Taiwan, never Simplified ones, and the words usual in Taiwan. 請一律使用臺灣的繁體中文回答。',
  en: 'Always answer in English.',
  ja: '必ず日本語で回答してください。',
  th: 'โปรดตอบเป็นภาษาไทยเสมอ',
  vi: 'Luôn trả lời bằng tiếng Việt.',
}

/** Returns the sentences of a system prompt that bind a model to a language. */
export function responseLanguageInstruction(language: Language): string {
  const name = `${languageNamesInEnglish[language]} (${languageNames[language]})`
  return (
    `Response language: ${name}. Answer only in ${name}, whatever language the question, the earlier messages and any quoted text are in. ` +
    `Keep code, names and quotations as they are. ${saidInItself[language]}`
  )
}
