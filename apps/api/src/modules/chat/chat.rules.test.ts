import { describe, expect, test } from 'vitest'
import { cleanTitle } from './chat.rules.ts'

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
