// The instruction to use the response language, in English and in that language.
import { languageNames, type Language } from '@heddle/contracts/languages'

/** The English names of the languages, which models know best. */
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

/** Returns the sentences of a system prompt that require a language. */
export function formatLanguageInstruction(language: Language): string {
  const name = `${languageNamesInEnglish[language]} (${languageNames[language]})`
  return (
    `Response language: ${name}. Answer only in ${name}, whatever language the question, the earlier messages and any quoted text are in. ` +
    `Keep code, names and quotations as they are. ${saidInItself[language]}`
  )
}

const reminders: Readonly<Record<Language, string>> = {
  zhHant: '您剛才的回答不是繁體中文。請只用臺灣的繁體中文，從頭完整回答我上面的問題；不要道歉，也不要提到這次更正。',
  en: 'Your answer was not in English. Answer my question above again from the beginning, completely and only in English. Do not apologise and do not mention this correction.',
  ja: '今の回答は日本語ではありませんでした。上の質問に、最初から最後まで日本語だけで回答し直してください。謝罪やこの訂正への言及は不要です。',
  th: 'คำตอบเมื่อสักครู่ไม่ใช่ภาษาไทย โปรดตอบคำถามข้างต้นของฉันใหม่ตั้งแต่ต้นจนจบเป็นภาษาไทยเท่านั้น ไม่ต้องขอโทษและไม่ต้องกล่าวถึงการแก้ไขนี้',
  vi: 'Câu trả lời vừa rồi không phải bằng tiếng Việt. Hãy trả lời lại câu hỏi của tôi ở trên từ đầu, đầy đủ và chỉ bằng tiếng Việt. Không cần xin lỗi và không nhắc đến lần sửa này.',
}

/** Returns the message, in the language itself, to a model that has answered in another one. */
export const getLanguageReminder = (language: Language): string => reminders[language]
