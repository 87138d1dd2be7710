import { createDemoModel } from '@heddle/demo-model/server'
import { expect, test } from 'vitest'
import { computeFingerprint, isSameFingerprint } from './fingerprint.ts'
import { toUnitVectors } from '@heddle/retrieval/vectors'

test('a fingerprint is the same for one model, and another for another model or dimension behind its name', async () => {
  const demo = await createDemoModel()
  const fetchFingerprint = (body: object) =>
    computeFingerprint(
      {
        async embed({ texts }) {
          const request = { model: 'demo', input: texts, ...body }
          const response = await fetch(`${demo.url}/embeddings`, { method: 'POST', body: JSON.stringify(request) })
          const { data } = (await response.json()) as { data: { index: number; embedding: number[] }[] }
          const vectors = data.toSorted((a, b) => a.index - b.index).map(({ embedding }) => embedding)
          const usage = { inputTokens: 0, outputTokens: 0, reasoningTokens: 0, cachedTokens: 0, estimated: false }
          const model = { id: 'demo', name: 'demo', endpointId: 'demo' }
          return { vectors: toUnitVectors(vectors, { count: texts.length, dimensions: null }), truncated: [], usage, serverCalls: 1, model }
        },
      },
      { tenantId: 'tenant', modelName: 'demo' },
      new AbortController().signal,
    )
  try {
    const stored = await fetchFingerprint({})
    expect(stored).toHaveLength(5 * 256 * 4)
    expect(isSameFingerprint(stored, await fetchFingerprint({}))).toBe(true)
    expect(isSameFingerprint(stored, await fetchFingerprint({ model: 'demo:variant=1' }))).toBe(false)
    expect(isSameFingerprint(stored, await fetchFingerprint({ dimensions: 128 }))).toBe(false)
  } finally {
    await demo.close()
  }
})
