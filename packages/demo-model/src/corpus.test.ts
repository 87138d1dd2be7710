import { expect, test } from 'vitest'
import { readCorpus, toWire } from './corpus.ts'

test('each recorded answer is well-formed, and named once', () => {
  const { refusals, replies, embeddings, rerank } = readCorpus()
  const ids = [...refusals, ...replies, ...embeddings, ...rerank].map(({ id }) => id)
  expect(ids.length).toBeGreaterThan(300)
  expect(new Set(ids).size).toBe(ids.length)
})

test('a refusal names what its kind is about', () => {
  for (const { id, expected } of readCorpus().refusals) {
    expect.soft(expected.parameter === undefined, id).toBe(expected.refusal !== 'parameter')
    if (expected.refusal !== 'context') expect.soft(expected.context_tokens ?? expected.prompt_tokens, id).toBeUndefined()
    if (expected.refusal !== 'token_limit') expect.soft(expected.max_output_tokens, id).toBeUndefined()
  }
})

test('a reply ends in one way', () => {
  for (const { id, expected } of readCorpus().replies) {
    expect.soft((expected.finish === undefined) !== (expected.error === undefined), id).toBe(true)
  }
})

test('each number that a refusal expects is in its words', () => {
  for (const { id, response, expected } of readCorpus().refusals) {
    const words = toWire(response)
      .writes.join('')
      .replaceAll(/(\d),(\d)/g, '$1$2')
    for (const count of [expected.context_tokens, expected.prompt_tokens]) if (count) expect.soft(words, id).toContain(String(count))
  }
})
