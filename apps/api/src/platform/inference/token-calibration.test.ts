import type { ModelMessage } from '@heddle/workflow/model/ports'
import { expect, test } from 'vitest'
import { createTokenCalibration } from './token-calibration.ts'

const countCharacters = ({ length }: string) => length
const createPrompt = (characters: number): ModelMessage[] => [{ role: 'user', content: 'x'.repeat(characters) }]

test('a text has as many tokens as are counted until an endpoint reports others', () => {
  const { observe, countTokens } = createTokenCalibration(countCharacters)
  expect(countTokens('model', 'x'.repeat(100))).toBe(100)
  observe('model', createPrompt(1_000), 3_004)
  expect(countTokens('model', 'x'.repeat(100))).toBe(300)
  expect(countTokens('other', 'x'.repeat(100))).toBe(100)
})

test('the newest prompts count most, within bounds', () => {
  const { observe, countTokens } = createTokenCalibration(countCharacters)
  observe('model', createPrompt(1_000), 1_004)
  for (let call = 0; call < 30; call += 1) {
    observe('model', createPrompt(1_000), 4_004)
    countTokens('model', 'x')
  }
  expect(countTokens('model', 'x'.repeat(1_000))).toBeGreaterThan(3_900)
  for (let call = 0; call < 60; call += 1) {
    observe('model', createPrompt(1_000), 90_000)
    countTokens('model', 'x')
  }
  expect(countTokens('model', 'x'.repeat(1_000))).toBeLessThanOrEqual(5_000)
})

test('prompts with images, and very short or long ones, say nothing', () => {
  const { observe, countTokens } = createTokenCalibration(countCharacters)
  observe('model', createPrompt(100), 900)
  observe('model', createPrompt(10_000), 90_000)
  observe('model', [{ ...createPrompt(1_000)[0]!, images: [{ mediaType: 'image/png', base64: 'aaaa' }] }], 9_000)
  expect(countTokens('model', 'x'.repeat(100))).toBe(100)
})

test.each([
  ['none', 0],
  ['as few as a cache leaves', 11],
  ['less than half of ours', 400],
  ['more than bytes', 90_000],
])('%s, which cannot be true of the prompt, is not learnt', (_name, tokens) => {
  const { observe, countTokens } = createTokenCalibration(countCharacters)
  observe('model', createPrompt(1_000), 1_504)
  observe('model', createPrompt(1_000), tokens)
  observe('other', createPrompt(1_000), tokens)
  expect(countTokens('model', 'x'.repeat(100))).toBe(150)
  expect(countTokens('other', 'x'.repeat(100))).toBe(100)
})
