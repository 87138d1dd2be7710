import { expect, test } from 'vitest'
import { lexicalTerms } from './lexical-terms.ts'
import { removeStopWords } from './stop-words.ts'

const listWords = (question: string) => removeStopWords(question).match(/[\p{L}\p{M}\p{N}]+/gu)

test.each([
  ['How do I find the option for print preview?', ['option', 'print', 'preview']],
  ["What's the pilling of knitted wool, and where is it tested?", ['pilling', 'knitted', 'wool', 'tested']],
  ['請問在哪裡可以找到預覽列印的選項？', ['預覽列印', '選項']],
  ['请问怎么测定缩水率？', ['测定缩水率']],
  ['印刷プレビューの項目はどこですか？', ['印刷プレビュー', '項目']],
  ['ตัวเลือกการพิมพ์อยู่ที่ไหน', ['ตัวเลือก', 'พิมพ์']],
  ['Làm thế nào để đo độ co của vải?', ['đo', 'độ', 'co', 'vải']],
  ['La\u0300m thế nào để đo độ co?', ['đo', 'độ', 'co']],
])('%j asks about %j', (question, words) => expect(listWords(question)).toEqual(words))

test.each(['Is there a WHO or IT rule for vitamin A?', '維他命A和B', 'Vải may in hoa', 'AI là gì', 'who is it', '是什麼', ''])(
  '%j keeps what is a name there',
  (question) => {
    const kept = { 'Is there a WHO or IT rule for vitamin A?': 'WHO IT rule vitamin A', 維他命A和B: '維他命A B', 'AI là gì': 'AI' }[
      question
    ]
    expect([...lexicalTerms(removeStopWords(question)).keys()]).toEqual([...lexicalTerms(kept ?? question).keys()])
  },
)
