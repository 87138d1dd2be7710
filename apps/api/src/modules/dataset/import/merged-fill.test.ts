import { expect, test } from 'vitest'
import { nameHeaders } from './header-names.ts'
import { createMergedFill } from './merged-fill.ts'

test('merged cells do not repeat a long text over a hundred thousand rows', () => {
  const fill = createMergedFill([{ top: 2, bottom: 100_001, left: 1, right: 1 }], 2)
  fill({ number: 2, isHidden: false, cells: ['x'.repeat(32_000)] })
  const fillAll = () => {
    for (let number = 3; number <= 100_001; number += 1) fill({ number, isHidden: false, cells: [null] })
  }
  expect(fillAll).toThrow(expect.objectContaining({ code: 'FILE_UNPACKS_TOO_LARGE' }))
})

test('a header that no reader sees is missing, and one that is cut stays text', () => {
  const header = (text: string) => nameHeaders([{ at: 2, header: text, unitText: '' }])[0]
  expect(header('\u200B')).toMatchObject({ isMissing: true, name: 'B' })
  expect(header(`${'a'.repeat(199)}😀`)?.name.isWellFormed()).toBe(true)
})
