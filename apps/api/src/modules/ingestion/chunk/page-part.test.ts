import { describe, expect, test } from 'vitest'
import { findPart } from './page-part.ts'

const list = (text: string, max: number) => {
  const parts: string[] = []
  for (let at = 0; at < text.length;) {
    const { from, to } = findPart(text, at, max)
    parts.push(text.slice(from, to))
    at = to
  }
  return parts
}

describe('the parts of a page', () => {
  test('end with a line where one ends late enough', () => {
    expect(list('aaaa\nbbb\ncccccccccc\n', 10)).toEqual(['aaaa\nbbb\n', 'cccccccccc', '\n'])
  })

  test('are not cut within a character', () => {
    expect(list('aaa𠮷bbb', 4)).toEqual(['aaa', '𠮷bb', 'b'])
  })

  test('are the same whichever of their characters is asked for, and the last one for any beyond', () => {
    const text = 'twist\n'.repeat(20)
    const { from, to } = findPart(text, 50, 30)
    expect([from, to]).toEqual([30, 60])
    for (let at = from; at < to; at++) expect(findPart(text, at, 30)).toEqual({ from, to })
    expect(findPart(text, 1_000, 30)).toEqual({ from: 90, to: 120 })
    expect(findPart('', 5, 30)).toEqual({ from: 0, to: 0 })
  })
})
