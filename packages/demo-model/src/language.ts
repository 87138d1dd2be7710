// The language of an answer: that of the prompt's instruction, otherwise that of the question.

export type DemoLanguage = 'zhHant' | 'en' | 'ja' | 'th' | 'vi'

const languagesByName: Readonly<Record<string, DemoLanguage>> = {
  'traditional chinese': 'zhHant',
  繁體中文: 'zhHant',
  english: 'en',
  japanese: 'ja',
  日本語: 'ja',
  thai: 'th',
  ไทย: 'th',
  vietnamese: 'vi',
  'tiếng việt': 'vi',
}

const instruction = new RegExp(
  `(?:answer|reply|respond|write|response language|output language|language of)[^\\n]{0,60}?(${Object.keys(languagesByName).join('|')})`,
  'giu',
)

/** Returns the language that the prompt's last instruction requests, otherwise the language of the question's script. */
export function detectPromptLanguage(prompt: string, question: string): DemoLanguage {
  const asked = [...prompt.matchAll(instruction)].at(-1)?.[1]
  return (asked && languagesByName[asked.toLowerCase()]) || detectLanguage(question)
}

function detectLanguage(text: string): DemoLanguage {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja'
  if (/\p{Script=Thai}/u.test(text)) return 'th'
  if (/\p{Script=Han}/u.test(text)) return 'zhHant'
  if (/[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/iu.test(text.normalize('NFC'))) return 'vi'
  return 'en'
}
