// How often the language of an answer is checked, and how much of it the repair sends.
import { expect, test } from 'vitest'
import { createRepairMessages, watchLanguage } from './language-repair.ts'

const input = { responseLanguage: 'th', contextTokens: 4_096, question: 'Why?' } as const

test('an answer of unsure language is checked ever more rarely, and once more at its end', () => {
  const checkedLengths: number[] = []
  const ports = {
    checkLanguage: (text: string) => {
      checkedLengths.push(text.length)
      return 'unsure' as const
    },
  }
  const { isWrong, isWrongAtEnd } = watchLanguage(ports, input)
  let text = ''
  for (let words = 0; words < 50_000; words += 1) isWrong((text += 'word '))
  isWrongAtEnd(text)
  expect(checkedLengths.slice(0, 4)).toEqual([200, 400, 600, 800])
  expect(checkedLengths.length).toBeLessThan(50)
  expect(checkedLengths.at(-1)).toBe(text.length)
})

test('the repair sends as much of the wrong answer as leaves room for the right one', () => {
  const repairText = (contextTokens: number) => createRepairMessages('😀'.repeat(5_000), { ...input, contextTokens })[0]?.content ?? ''
  expect(repairText(4_096)).toBe('😀'.repeat(256))
  expect(repairText(128_000).length).toBe(2_048)
})
