import { expect, test } from 'vitest'
import { readDemoCorpus, toWire } from './corpus.ts'

test('each recorded answer is well-formed, and named once', () => {
  const { refusals, replies, embeddings, rerank } = readDemoCorpus()
  const ids = [...refusals, ...replies, ...embeddings, ...rerank].map(({ id }) => id)
  expect(ids.length).toBeGreaterThan(300)
  expect(new Set(ids).size).toBe(ids.length)
})

const { refusals, replies } = readDemoCorpus()
const listIds = (entries: readonly { readonly id: string }[]) => entries.map(({ id }) => id)

test('a refusal names what its kind is about', () => {
  const wrong = refusals.filter(
    ({ expected: { refusal, parameter, context_tokens: context, prompt_tokens: prompt, max_output_tokens: limit } }) =>
      (parameter === undefined) === (refusal === 'parameter') ||
      (refusal !== 'context' && (context ?? prompt) !== undefined) ||
      (refusal !== 'token_limit' && limit !== undefined),
  )
  expect(listIds(wrong)).toEqual([])
})

test('a reply ends in one way', () => {
  const wrong = replies.filter(({ expected: { finish, error } }) => (finish === undefined) === (error === undefined))
  expect(listIds(wrong)).toEqual([])
})

test('each number that a refusal expects is in its words', () => {
  const wrong = refusals.filter(({ response, expected: { context_tokens: context, prompt_tokens: prompt } }) => {
    const words = toWire(response)
      .writes.join('')
      .replaceAll(/(\d),(\d)/g, '$1$2')
    return [context, prompt].some((count) => typeof count === 'number' && !words.includes(String(count)))
  })
  expect(listIds(wrong)).toEqual([])
})
