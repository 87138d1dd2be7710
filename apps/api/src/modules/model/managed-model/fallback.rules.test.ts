import { describe, expect, test } from 'vitest'
import { areFallbacksValid } from './fallback.rules.ts'

/** `a>b` is a chat model that falls back to another one; `e:x` an embedding model. */
const read = (notation: string) =>
  notation.split(' ').map((text) => {
    const [name = '', fallbackModelId = null] = text.split('>')
    return { id: name, kind: name.startsWith('e:') ? 'embedding' : 'chat', fallbackModelId }
  })

describe('fallbacks', () => {
  test.each(['a', 'a>b b', 'a>b b>c c>d d', 'a>c b>c c', 'e:a>e:b e:b'])('may be %s', (notation) => {
    expect(areFallbacksValid(read(notation))).toBe(true)
  })

  test.each(['a>a', 'a>b b>a', 'a>b b>c c>b', 'a>b b>c c>d d>e e', 'a>e:b e:b', 'a>b b>e:c e:c', 'a>gone'])('are never %s', (notation) => {
    expect(areFallbacksValid(read(notation))).toBe(false)
  })
})
