import { evalColumn } from '@heddle/contracts/dataset/kind-columns'
import { describe, expect, test } from 'vitest'
import { readEvalQuestion, toRunRow } from './eval-row.rules.ts'
import { whitespace } from './ready-rows.sql.ts'

const asked = { [evalColumn.question]: 'How strong is denim?', [evalColumn.language]: 'en' }

describe('a row of an evaluation set', () => {
  test('expects what its cells say, of some of them each line', () => {
    const question = readEvalQuestion({
      ...asked,
      [evalColumn.answer]: ' 812 N ',
      [evalColumn.points]: 'in warp\n\n in weft ',
      [evalColumn.sources]: 'Strip test\r\nfive specimens',
      [evalColumn.rows]: 'Denim\t812\nTwill\t',
      [evalColumn.tags]: 'warp, 經向、warp\nweft',
    })
    expect(question).toEqual({
      expected: {
        question: 'How strong is denim?',
        language: 'en',
        answer: '812 N',
        points: ['in warp', 'in weft'],
        sources: [{ text: 'Strip test' }, { text: 'five specimens' }],
        rows: {
          rows: [
            ['Denim', '812'],
            ['Twill', ''],
          ],
          isOrdered: false,
        },
        mustRefuse: false,
      },
      tags: ['warp', '經向', 'weft'],
      knownFailureUntil: undefined,
    })
  })

  test('may expect nothing, or that it is declined', () => {
    expect(readEvalQuestion(asked)?.expected).toEqual({
      question: 'How strong is denim?',
      language: 'en',
      answer: undefined,
      points: [],
      sources: [],
      rows: undefined,
      mustRefuse: false,
    })
    expect(readEvalQuestion({ ...asked, [evalColumn.mustRefuse]: true })?.expected.mustRefuse).toBe(true)
  })

  test.each([
    ['a draft', { ...asked, [evalColumn.state]: 'draft' }],
    ['without a question', { ...asked, [evalColumn.question]: '  ' }],
    ['without a language', { [evalColumn.question]: 'How strong is denim?' }],
    ['of an unknown language', { ...asked, [evalColumn.language]: 'fr' }],
  ])('that is %s is not asked', (_, cells) => {
    expect(readEvalQuestion(cells)).toBeNull()
  })

  test('has a hundred points and sources at most', () => {
    const lines = Array.from({ length: 16_000 }, (_, line) => `Line ${line}`).join('\n')
    const expected = readEvalQuestion({ ...asked, [evalColumn.points]: lines, [evalColumn.sources]: lines })?.expected
    expect([expected?.points?.length, expected?.sources?.length]).toEqual([100, 100])
  })

  test('is blank in the database where it is here', () => {
    const characters = Array.from({ length: 0x1_00_00 }, (_, code) => String.fromCodePoint(code))
    expect(characters.filter((character) => character.trim() === '').toSorted()).toEqual(Array.from(whitespace).toSorted())
  })

  test('is a known failure by its reason and its last day', () => {
    const reason = { ...asked, [evalColumn.knownFailure]: 'Not in the table' }
    const day = { [evalColumn.knownFailureUntil]: '2026-12-31' }
    const read = (cells: Parameters<typeof readEvalQuestion>[0]) => readEvalQuestion(cells)?.knownFailureUntil
    expect([read(reason), read({ ...asked, ...day }), read({ ...reason, ...day })]).toEqual([undefined, undefined, '2026-12-31'])
    const question = readEvalQuestion({ ...reason, ...day })
    expect(question && toRunRow('a', question)).toEqual({ id: 'a', language: 'en', tags: [], knownFailureUntil: '2026-12-31' })
  })
})
