import { limits } from '@heddle/contracts/limits'
import { describe, expect, test } from 'vitest'
import { chooseModel, cleanTitle, titleFromQuestion } from './chat.rules.ts'

const models = [
  { id: 'a', name: 'gpt-4o', isDefault: false },
  { id: 'b', name: 'llama', isDefault: true },
]

describe('choosing a model', () => {
  test.each([
    ['the named one, by id', { id: 'a' }, null, 'a'],
    ['the named one, by name', { name: 'llama' }, 'a', 'b'],
    ["else the chat's", undefined, 'a', 'a'],
    ['else the default', undefined, null, 'b'],
    ["the default when the chat's is gone", undefined, 'gone', 'b'],
    ['none for a reference that names nothing', {}, 'a', undefined],
    ['none for one that may not be chosen', { name: 'gpt-5' }, 'a', undefined],
    ['none when id and name disagree', { id: 'a', name: 'llama' }, 'a', undefined],
  ])('takes %s', (_, reference, chatModelId, expected) => {
    expect(chooseModel(models, reference, chatModelId)?.id).toBe(expected)
  })
})

describe('a title from the question', () => {
  const titleOf = (question: string) => titleFromQuestion(question, limits.chatTitleCharacters)

  test('is its first line', () => {
    expect(titleOf('\n 棉布的縮水率\t如何測量？\n請詳細說明。')).toBe('棉布的縮水率 如何測量？')
  })

  test('has nothing that a reader cannot see', () => {
    expect(titleOf('\u200B\n\u202EWarp\u200B and 👩🏽‍🔬')).toBe('Warp and 👩🏽‍🔬')
  })

  test('is cut between characters as people see them', () => {
    const family = '👨‍👩‍👧‍👦'
    expect(titleOf('織'.repeat(60))).toBe('織'.repeat(60))
    expect(titleOf('織'.repeat(61))).toBe(`${'織'.repeat(60)}…`)
    expect(titleOf(family.repeat(80))).toBe(`${family.repeat(18)}…`)
  })

  test('is never longer than a title may be, however many marks are piled on a character', () => {
    expect(titleOf(`a${'\u0301'.repeat(30_000)}`)).toBe('…')
    expect(titleOf(`ab${'\u0301'.repeat(30_000)}`)).toBe('a…')
  })
})

describe('a title from a model', () => {
  test.each([
    ['"Cotton shrinkage"', 'Cotton shrinkage'],
    ['**Title: Cotton shrinkage**\n\nIt is short.', 'Cotton shrinkage'],
    ['# 「棉布縮水率」\n', '棉布縮水率'],
    ['  \n\n', ''],
    ['annual\u202Efdp.exe \u200B', 'annualfdp.exe'],
    ['\u200B\u2060\nผ้าไหม 👩🏽‍🔬', 'ผ้าไหม 👩🏽‍🔬'],
  ])('%j becomes %j', (written, title) => {
    expect(cleanTitle(written, 200)).toBe(title)
  })

  test('is never longer than a title may be', () => {
    expect(cleanTitle('ก'.repeat(300), 200)).toHaveLength(200)
  })
})
