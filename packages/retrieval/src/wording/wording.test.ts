import { describe, expect, test } from 'vitest'
import { findNearEqual } from './near-equal.ts'
import { countByThreshold, proposeThreshold } from './threshold.ts'
import { createWordingIndex, listTerms, scoreByMeaning, scoreByWords, takeNearest } from './wording-index.ts'

/** Each text is the wording of its owner. */
function index(...owned: readonly (readonly [number, string, Float32Array?])[]) {
  const wordings = owned.map(([owner, text, vector = null]) => ({ owner, text, key: text.toLowerCase(), vector }))
  const terms = wordings.map(({ text }) => listTerms(text))
  return { index: createWordingIndex(wordings, terms), terms }
}

const questions = index(
  [0, 'How long is a sample conditioned before a tensile test?'],
  [0, 'Conditioning time of samples'],
  [1, 'Which standard is used for colour fastness to light, ISO 105-B02?'],
  [2, '試樣在拉伸試驗前要調節多久？'],
  [3, 'ชิ้นทดสอบต้องปรับสภาวะนานเท่าใด'],
)

const ask = (question: string) =>
  takeNearest(questions.index, {
    key: question.toLowerCase(),
    scored: scoreByWords(questions.index, listTerms(question)),
    max: 5,
  }).map(({ wording, score }) => ({ owner: questions.index.wordings[wording]?.owner, score }))

describe('a question', () => {
  test('scores 1 with the same words in another order of letters, and its owner is there once', () => {
    expect(ask('HOW LONG IS A SAMPLE CONDITIONED BEFORE A TENSILE TEST?')[0]).toEqual({ owner: 0, score: 1 })
    expect(ask('How long is a sample conditioned?').filter(({ owner }) => owner === 0)).toHaveLength(1)
  })

  test.each([
    ['How long must a sample be conditioned before the tensile test', 0],
    ['試樣拉伸試驗前要調節多久', 2],
    ['ชิ้นทดสอบต้องปรับสภาวะนานเท่าใดครับ', 3],
  ])('is near its wording: %s', (question, owner) => {
    const [best, second] = ask(question)
    expect(best?.owner).toBe(owner)
    expect(best?.score).toBeGreaterThan(0.7)
    expect(second?.score ?? 0).toBeLessThan(0.5)
  })

  test('with another number is far from one with the number of a standard', () => {
    const [right] = ask('Which standard is used for colour fastness to light, ISO 105-B02')
    const [wrong] = ask('Which standard is used for colour fastness to light, ISO 105-C06')
    expect(right?.score).toBeGreaterThan(0.95)
    expect(wrong?.score).toBeLessThan(0.8)
  })

  test('with another word of asking is another question', () => {
    const { index: asked } = index([0, 'When is the laboratory open?'], [1, 'Where is the laboratory?'])
    const scored = scoreByWords(asked, listTerms('Where is the laboratory'))
    const [best, second] = takeNearest(asked, { key: '', scored, max: 2 })
    expect(asked.wordings[best?.wording ?? -1]?.owner).toBe(1)
    expect(second?.score).toBeLessThan(0.8)
  })

  test.each([
    ['How do I convert tex to den?', 'How do I convert den to tex?'],
    ['Làm sao đổi từ tex sang den?', 'Làm sao đổi từ den sang tex?'],
    ['แปลง tex เป็น den', 'แปลง den เป็น tex'],
  ])('in another order of words is another question: %s', (wording, question) => {
    const { index: asked } = index([0, wording], [1, 'Where is the laboratory?'])
    const [best] = takeNearest(asked, { key: question.toLowerCase(), scored: scoreByWords(asked, listTerms(question)), max: 1 })
    expect(asked.wordings[best?.wording ?? -1]?.text).toBe(wording)
    expect(best?.score).toBeLessThan(0.99)
  })

  test('scores 1 by its own words alone, whatever its vector says', () => {
    const { index: vectors } = index([0, 'cotton', Float32Array.of(1, 0)])
    const askKey = (key: string) => takeNearest(vectors, { key, scored: scoreByMeaning(vectors, Float32Array.of(1, 0)), max: 1 })[0]?.score
    expect([askKey('cotton'), askKey('wool')]).toEqual([1, 0.99])
  })

  test('is near nothing without a word in common', () => {
    expect(ask('Canteen opening hours')).toEqual([])
    expect(ask('')).toEqual([])
    expect(ask("'; DROP TABLE dataset; --\0")).toEqual([])
  })

  test('is compared by meaning with what has a vector', () => {
    const { index: vectors } = index(
      [0, 'a', Float32Array.of(1, 0)],
      [1, 'b', Float32Array.of(0.6, 0.8)],
      [2, 'c'],
      [3, 'd', Float32Array.of(-1, 0)],
    )
    expect(scoreByMeaning(vectors, Float32Array.of(1, 0)).map(({ score }) => Math.round(score * 10) / 10)).toEqual([1, 0.6, 0])
  })

  test('takes no owner that is not to be taken', () => {
    const scored = scoreByWords(questions.index, listTerms('Conditioning time of samples'))
    expect(takeNearest(questions.index, { key: '', scored, max: 5 }, (owner) => owner !== 0).map(({ wording }) => wording)).not.toContain(1)
  })
})

test('near-equal questions of two owners are one pair, and other wordings of one are none', () => {
  const { index: near, terms } = index(
    [0, 'What is the conditioning time of cotton fabric samples?'],
    [0, 'What is the conditioning time of the cotton fabric samples?'],
    [1, 'What is the conditioning time for cotton fabric samples'],
    [2, 'What is the conditioning time of wool yarn?'],
    [3, 'what is the conditioning time of wool yarn?'],
  )
  expect([...findNearEqual(near, terms)].flat().map(({ owners }) => owners)).toEqual([
    [0, 1],
    [2, 3],
  ])
})

test('the same question of many owners is a pair of each with the first alone', () => {
  const many = Array.from({ length: 2_000 }, (_, owner) => [owner, 'What is the conditioning time of wool yarn?'] as const)
  const { index: same, terms } = index(...many)
  const pairs = [...findNearEqual(same, terms)].flat()
  expect([pairs.length, pairs.every(({ owners }) => owners[0] === 0)]).toEqual([1_999, true])
})

describe('a threshold', () => {
  const matches = [
    { score: 0.95, isRight: true },
    { score: 0.9, isRight: true },
    { score: 0.71, isRight: true },
    { score: 0.7, isRight: false },
    { score: 0.4, isRight: true },
  ]

  test('counts right and wrong answers from it on', () => {
    const counts = countByThreshold(matches)
    expect(counts).toHaveLength(36)
    expect(counts[0]).toEqual({ threshold: 0.3, right: 4, wrong: 1 })
    expect(counts.find(({ threshold }) => threshold === 0.9)).toEqual({ threshold: 0.9, right: 2, wrong: 0 })
    expect(counts.at(-1)).toEqual({ threshold: 1, right: 0, wrong: 0 })
  })

  test('is proposed between the right answers and the wrong ones', () => {
    expect(proposeThreshold(countByThreshold(matches))).toBe(0.82)
    expect(proposeThreshold(countByThreshold([{ score: 0.99, isRight: false }]))).toBe(null)
    expect(proposeThreshold([])).toBe(null)
  })

  test('is proposed at the lowest right answer where none is wrong', () => {
    const right = [0.95, 0.9, 0.71].map((score) => ({ score, isRight: true }))
    expect(proposeThreshold(countByThreshold(right))).toBe(0.7)
  })
})
