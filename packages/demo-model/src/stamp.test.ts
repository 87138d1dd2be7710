import { describe, expect, test, vi } from 'vitest'
import { createStamp, createStampReader } from './stamp.ts'

describe('a stamp', () => {
  test('is about as long as a token', () => {
    expect(createStamp()).toMatch(/^ [0-9a-z]{5}$/)
  })

  test('is as long as is asked for', () => {
    const stamp = createStamp(14)
    expect(stamp).toMatch(/^ {9}[0-9a-z]{5}$/)
    expect(createStampReader()(stamp)).toHaveLength(1)
  })

  test('tells its age', async () => {
    const stamp = createStamp()
    await vi.waitFor(() => expect(createStampReader()(stamp)[0]).toBeGreaterThanOrEqual(50))
    expect(createStampReader()(stamp)[0]).toBeLessThan(5_000)
  })

  test('is read from pieces that are cut anywhere, without its leading space', () => {
    const text = [createStamp(), createStamp(), createStamp()].join('').trimStart()
    const read = createStampReader()
    expect(
      text
        .split('')
        .map((character) => read(character).length)
        .reduce((sum, count) => sum + count),
    ).toBe(3)
    expect(createStampReader()(text)).toHaveLength(3)
  })
})
