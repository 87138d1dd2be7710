import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { isTextWithin, isWithin } from './json-size.ts'
import { maxToldErrors, parseTold } from './told-errors.ts'

const Numbers = z.strictObject({ numbers: z.array(z.number()) })
const createWrong = (length: number) => ({ numbers: Array.from({ length }, () => 'x') })

describe('the errors of a value', () => {
  test('are all told of a small one, and twenty at most', () => {
    expect(parseTold(Numbers, createWrong(7)).error?.issues).toHaveLength(7)
    expect(parseTold(Numbers, createWrong(1_000)).error?.issues).toHaveLength(maxToldErrors)
  })

  test('end with the first one of a large list', () => {
    expect(parseTold(Numbers, createWrong(400_000)).error?.issues).toMatchObject([{ path: ['numbers', 0] }])
  })

  test('do not change what is right', () => {
    const right = { numbers: Array.from({ length: 400_000 }, () => 1) }
    expect(parseTold(Numbers, right)).toEqual({ success: true, data: right })
  })
})

describe('the size of JSON', () => {
  const size = { depth: 2, values: 4, names: 2 }

  test.each([
    ['[[1]]', true],
    ['[[[]]]', false],
    ['[1,2,3]', true],
    ['[1,2,3,4]', false],
    ['{"a":1,"b":2}', true],
    ['{"a":1,"b":2,"c":3}', false],
    [String.raw`["[[[,,,,:::\"[[[", "\\"]`, true],
  ])('of %s is counted in its text', (text, isAllowed) => {
    expect(isTextWithin(Buffer.from(text), size)).toBe(isAllowed)
  })

  test('is counted in its values', () => {
    expect(isWithin([[1]], size)).toBe(true)
    expect(isWithin([[[]]], size)).toBe(false)
    expect(isWithin([1, 2, 3, 4], size)).toBe(false)
    expect(isWithin({ a: { b: {} } }, size)).toBe(false)
  })
})
