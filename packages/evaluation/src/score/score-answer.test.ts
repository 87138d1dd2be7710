import type { AnswerLanguage } from '@heddle/text/language/script-check'
import { describe, expect, test } from 'vitest'
import { type GivenAnswer, metrics, scoreAnswer } from './score-answer.ts'
import { scoreLanguage } from './score-language.ts'
import { scoreRefusal } from './score-refusal.ts'

const answer = (text: string, more: Partial<GivenAnswer> = {}): GivenAnswer => ({ text, retrieved: [], cited: [], rows: null, ...more })
const source = { text: 'A passage', source: { id: 'a' } }
const refuse = (text: string, question = 'What is the price of this fabric?') =>
  scoreRefusal({ mustRefuse: true, question }, { text, cited: [] })

describe('a refusal is right', () => {
  test.each([
    '很抱歉，知識庫中找不到這個問題的資料。',
    '抱歉，资料中没有提及价格。',
    'I’m sorry, the sources don’t mention the price.',
    '申し訳ありませんが、価格の記載はありません。',
    'ขออภัย ไม่พบข้อมูลราคาในเอกสาร',
    'Xin lỗi, tài liệu không đề cập đến giá.',
  ])('in each language: %s', (text) => {
    expect(refuse(text)).toEqual({ score: 1, findings: [] })
  })

  test('with the figures of the question, and no others', () => {
    const question = 'Which fabric holds more than 800 N?'
    expect(refuse('I could not find a fabric above 800 N.', question)?.score).toBe(1)
    expect(refuse('I could not find one; the best holds 750 N.', question)).toEqual({
      score: 0,
      findings: [{ code: 'figure_in_refusal', value: '750 N' }],
    })
  })

  test('without a source', () => {
    const given = { text: 'I could not find it.', cited: [source] }
    expect(scoreRefusal({ mustRefuse: true, question: '' }, given)).toEqual({
      score: 0,
      findings: [{ code: 'source_in_refusal', value: 'A passage' }],
    })
  })

  test('not when the question is answered, or nothing is said', () => {
    expect(refuse('The fabric is cheap.')).toEqual({ score: 0, findings: [{ code: 'not_refused' }] })
    expect(refuse('')?.score).toBe(0)
  })

  test('only where one is expected', () => {
    expect(scoreRefusal({ mustRefuse: false, question: '' }, { text: '', cited: [] })).toBeNull()
  })
})

const sentences: Readonly<Record<AnswerLanguage, string>> = {
  zhHant: '這種布料的經向強力大約是八百牛頓。',
  en: 'The strength of this fabric in warp is eight hundred newtons.',
  ja: 'この織物のたて方向の強さは約八百ニュートンです。',
  th: 'ความแข็งแรงของผ้านี้ในแนวเส้นด้ายยืนคือแปดร้อยนิวตัน',
  vi: 'Độ bền của loại vải này theo hướng sợi dọc là tám trăm niutơn.',
}

describe('the language', () => {
  test.each(Object.keys(sentences) as AnswerLanguage[])('is kept by an answer in %s, and by none in another', (language) => {
    for (const [other, text] of Object.entries(sentences)) {
      // A short text of Han characters alone may be Japanese.
      const isOpen = language === 'ja' && other === 'zhHant'
      expect([other, scoreLanguage(language, '', text)?.score ?? null]).toEqual([other, other === language ? 1 : isOpen ? null : 0])
    }
  })

  test('is not judged of figures alone, nor where the question asks for another', () => {
    expect(scoreLanguage('zhHant', '', '800 N')).toBeNull()
    expect(scoreLanguage('zhHant', '請翻譯成英文', sentences.en)).toBeNull()
  })

  test('is not kept by an answer without a word', () => {
    expect(scoreLanguage('th', '', ' \n')).toEqual({ score: 0, findings: [{ code: 'wrong_language' }] })
  })
})

describe('an answer', () => {
  const nothing = { question: 'Which fabric?', language: 'en' } as const

  test('has no score where the row expects nothing of the kind, but for its language', () => {
    const scores = scoreAnswer(nothing, answer(sentences.en, { retrieved: [source], cited: [source], rows: [['x']] }), 5)
    expect(metrics.filter((metric) => scores[metric] !== null)).toEqual(['language'])
  })

  test('that is right has all scores, also in Markdown with citations', () => {
    const expected = {
      ...nothing,
      answer: 'The fabric F12 holds 812 N in the warp',
      points: ['F12', '812 N'],
      sources: [{ sourceId: 'a', passage: null }],
      rows: { rows: [['F12', 812]], isOrdered: false },
    }
    const given = answer('The fabric **F12**[1] holds `812 N` in the warp[1].', {
      retrieved: [source],
      cited: [source],
      rows: [['F12', 812]],
    })
    const { refusal, language, ...scores } = scoreAnswer(expected, given, 5)
    expect([refusal, language?.score]).toEqual([null, 1])
    expect(Object.entries(scores).filter(([, score]) => score?.score !== 1)).toEqual([])
  })

  test('that is blank has none', () => {
    const expected = {
      ...nothing,
      answer: '812 N',
      points: ['812 N'],
      sources: [{ sourceId: 'a', passage: null }],
      rows: { rows: [['F12', 812]], isOrdered: true },
      mustRefuse: true,
    }
    const scores = scoreAnswer(expected, answer(''), 5)
    expect(metrics.map((metric) => scores[metric]?.score)).toEqual(metrics.map(() => 0))
  })

  test('takes its figures from the points where there are some', () => {
    const expected = { ...nothing, answer: 'It holds 812 N and weighs 180 g/m².', points: ['812 N'] }
    expect(scoreAnswer(expected, answer('It holds 812 N.'), 5).numbers?.score).toBe(1)
    expect(scoreAnswer({ ...expected, points: [] }, answer('It holds 812 N.'), 5).numbers?.score).toBe(1 / 2)
  })
})

test('a source of invisible characters is none', () => {
  const given = answer('Denim.', { retrieved: [source], cited: [source] })
  const score = (...texts: string[]) =>
    scoreAnswer({ question: 'Denim?', language: 'en', sources: texts.map((text) => ({ text })) }, given, 1).recall_at_k?.score ?? null
  expect([score('\u200b'), score('\u200b', 'Another'), score('A passage')]).toEqual([null, 0, 1])
})
