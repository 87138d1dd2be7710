import { describe, expect, test } from 'vitest'
import { countPromptTokens, estimateUsage } from './usage-estimate.ts'

const countTokens = ({ length }: string) => length

describe('the estimate of a usage', () => {
  test('has the texts of the whole prompt', () => {
    const prompt = [
      { role: 'system', content: 'Answer.' },
      { role: 'user', content: 'Why?', images: [{ mediaType: 'image/png', base64: 'AAAA' }] },
    ] as const
    expect(countPromptTokens(prompt, countTokens)).toBe(11)
  })

  test('counts the thought process among what the model has sent', () => {
    const usage = estimateUsage({ promptTokens: 11, text: 'It relaxes.', reasoning: 'Hm.' }, countTokens)
    expect(usage).toEqual({ inputTokens: 11, outputTokens: 14, reasoningTokens: 3, cachedTokens: 0, estimated: true })
  })

  test('counts a call of a tool among what the model has sent', () => {
    const toolCalls = [{ id: 'a', name: 'add', arguments: '{}' }]
    const usage = estimateUsage({ promptTokens: 11, text: '', reasoning: '', toolCalls }, countTokens)
    expect(usage).toMatchObject({ inputTokens: 11, outputTokens: 5 })
  })

  test('is nothing of a call that has sent nothing', () => {
    expect(estimateUsage({ promptTokens: 11, text: '', reasoning: '' }, countTokens)).toMatchObject({ inputTokens: 0, outputTokens: 0 })
  })
})
