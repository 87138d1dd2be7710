// How people type a question otherwise than the documents have it.
import type { Language } from '@heddle/contracts/languages'
import { toSimplifiedCharacter } from '@heddle/text/language/simplified-characters'

type Spelling = readonly [name: string, write: (text: string) => string]

const kanaOffset = 0x60
const toFullWidth = (text: string) => text.replaceAll(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0))
const hideCharacters = (text: string) =>
  Array.from(text, (character, index) => (index % 4 === 2 ? `${character}${index % 8 === 2 ? '\u00AD' : '\u200B'}` : character)).join('')

const both: readonly Spelling[] = [
  ['full width', toFullWidth],
  ['invisible characters', hideCharacters],
]

const spellings: Readonly<Record<Language, readonly Spelling[]>> = {
  zhHant: [['Simplified', (text) => Array.from(text, toSimplifiedCharacter).join('')]],
  en: [
    [
      'American',
      (text) =>
        text
          .replaceAll(/(?<=[a-z]{3})our/g, 'or')
          .replaceAll(/(?<=[a-z]{3}i)s(?=e|ation)/g, 'z')
          .replaceAll('entre', 'enter'),
    ],
    [
      'British',
      (text) =>
        text
          .replaceAll(/(?<=[a-z]{2}l)or/g, 'our')
          .replaceAll(/(?<=[a-z]{3}i)z(?=e|ation)/g, 's')
          .replaceAll('enter', 'entre'),
    ],
  ],
  ja: [
    ['hiragana', (text) => text.replaceAll(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - kanaOffset))],
    ['katakana', (text) => text.replaceAll(/[ぁ-ゖ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + kanaOffset))],
    ['large kana', (text) => text.replaceAll(/[ァィゥェォャュョ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 1))],
  ],
  th: [
    ['without blanks', (text) => text.replaceAll(' ', '')],
    ['two e', (text) => text.replaceAll('แ', 'เเ')],
    ['am in parts', (text) => text.replaceAll('ำ', '\u0E4D\u0E32').replaceAll(/([\u0E48-\u0E4B])\u0E4D/g, '\u0E4D$1')],
  ],
  vi: [
    ['without marks', (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('đ', 'd').replaceAll('Đ', 'D')],
    ['NFD', (text) => text.normalize('NFD')],
  ],
}

const sentences: Readonly<Record<Language, readonly ((title: string) => string)[]>> = {
  zhHant: [(title) => `請問「${title}」是什麼意思，要怎麼設定？`, (title) => `請問在哪裡可以找到${title}的選項？`],
  en: [(title) => `What should I know about "${title}" and where do I find it?`, (title) => `How do I find the option for ${title}?`],
  ja: [(title) => `「${title}」とは何ですか、どのように設定すればよいですか？`, (title) => `${title}の項目はどこですか？`],
  th: [(title) => `${title} คืออะไร และต้องทำอย่างไร`, (title) => `ตัวเลือก${title}อยู่ที่ไหน`],
  vi: [(title) => `${title} là gì và tôi phải làm thế nào?`, (title) => `Làm thế nào để tìm thấy mục ${title}?`],
}

/** Returns the ways to type a question that differ from it, and it as sentences. */
export const spellQuestion = (language: Language, title: string): { readonly name: string; readonly text: string }[] =>
  [...spellings[language], ...both, ...sentences[language].map((write) => ['sentence', write] as const)]
    .map(([name, write]) => ({ name: `${language}, ${name}`, text: write(title) }))
    .filter(({ text }) => text !== title)
