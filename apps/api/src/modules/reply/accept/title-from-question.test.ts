import { describe, expect, test } from 'vitest'
import { titleFromQuestion } from './title-from-question.ts'

describe('a title from the question', () => {
  test('is its first line', () => {
    expect(titleFromQuestion('\n 棉布的縮水率\t如何測量？\n請詳細說明。')).toBe('棉布的縮水率 如何測量？')
  })

  test('has nothing that a reader cannot see', () => {
    expect(titleFromQuestion('\u200B\n\u202EWarp\u200B and 👩🏽‍🔬')).toBe('Warp and 👩🏽‍🔬')
  })

  test('is cut between characters as people see them', () => {
    const family = '👨‍👩‍👧‍👦'
    expect(titleFromQuestion('織'.repeat(60))).toBe('織'.repeat(60))
    expect(titleFromQuestion('織'.repeat(61))).toBe(`${'織'.repeat(60)}…`)
    expect(titleFromQuestion(family.repeat(80))).toBe(`${family.repeat(18)}…`)
  })

  test('is never longer than a title may be, however many marks are piled on a character', () => {
    expect(titleFromQuestion(`a${'\u0301'.repeat(30_000)}`)).toBe('…')
    expect(titleFromQuestion(`ab${'\u0301'.repeat(30_000)}`)).toBe('a…')
  })
})
