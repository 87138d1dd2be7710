import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scoreExact, scorePoints } from './score-texts.ts'

describe('a point is in an answer', () => {
  test.each([
    ['aramid fibre', 'Use ARAMID  Fibre.'],
    ['纖維', '这种纤维很强'],
    ['纤维', '這種纖維很強'],
    ['棉 纖維', '選用棉纖維。'],
    ['ｶﾀｶﾅ', 'カタカナで書く'],
    ['น้ำ', 'ทนน้ําได้ดี'],
    ['vải', 'Loại VẢI này'],
    ['vai', 'Loại vải này'],
    ['hoà tan', 'không hòa tan'],
    ['cotton, polyester', 'cotton; polyester'],
    ['ISO 13934-1', 'by ISO13934-1:2013'],
    ['800 N', 'it holds 800N'],
  ])('whatever its width, case, script or marks: %s, %s', (point, answer) => {
    expect(scorePoints([point], answer)).toEqual({ score: 1, findings: [] })
  })

  test.each([
    ['ton', 'cotton'],
    ['5 N', '15 N'],
    ['5 N', '-5 N'],
    ['12', '12.5'],
    ['vải', 'đau vai'],
    ['cotton polyester', 'polyester cotton'],
  ])('as whole words and numbers only: %s, %s', (point, answer) => {
    expect(scorePoints([point], answer)).toEqual({ score: 0, findings: [{ code: 'point_missing', value: point }] })
  })

  test('or counts as missing; the score is the share of those that are there', () => {
    expect(scorePoints(['cotton', 'wool', 'silk', '...'], 'Silk and cotton')).toEqual({
      score: 1 / 2,
      findings: [
        { code: 'point_missing', value: 'wool' },
        { code: 'point_missing', value: '...' },
      ],
    })
    expect(scorePoints([], 'Silk and cotton')).toBeNull()
  })

  test('when it is any run of words of the answer', () => {
    const words = fc.array(fc.constantFrom('棉', 'độ bền', 'ค่า', 'Strength', '12.5', 'ﾃｽﾄ'), { minLength: 2, maxLength: 12 })
    fc.assert(
      fc.property(words, fc.nat(), fc.nat(), (all, a, b) => {
        const [from, to] = [a % all.length, b % all.length].toSorted((x, y) => x - y)
        expect(scorePoints([all.slice(from, (to ?? 0) + 1).join(' ')], all.join(' '))?.score).toBe(1)
      }),
    )
  })
})

describe('an answer is exactly the expected one', () => {
  test('but for width, case, punctuation and spaces', () => {
    expect(scoreExact('ISO 105-C06', 'ＩＳＯ 105-c06.')).toEqual({ score: 1, findings: [] })
    expect(scoreExact('纖維', '纤维')).toEqual({ score: 1, findings: [] })
  })

  test('or not, when it says more, or less', () => {
    expect(scoreExact('cotton', 'cotton and silk')).toEqual({ score: 0, findings: [{ code: 'not_exact' }] })
    expect(scoreExact('cotton', '')).toEqual({ score: 0, findings: [{ code: 'not_exact' }] })
    expect(scoreExact(undefined, 'cotton')).toBeNull()
  })
})
