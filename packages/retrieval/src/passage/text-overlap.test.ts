import { readHandbooks } from '@heddle/seed/handbook/handbooks'
import { describe, expect, test } from 'vitest'
import { computeOverlap, listGrams, sameTextShare } from './text-overlap.ts'

const overlap = (expected: string, found: string) => computeOverlap(listGrams(expected), listGrams(found))

describe('what is found again of a text', () => {
  test.each([
    ['Cotton shrinks by 5 % when it is washed.', 'Cotton   shrinks by 5% when it\nis washed.'],
    ['棉纖維的標準回潮率為 8.5%。', '棉纖維的標準回潮率為８．５％'],
    ['น้ำหนักของผ้าต่อหน่วยพื้นที่', 'น้ำหนัก ของผ้า ต่อหน่วยพื้นที่'],
    ['Độ bền màu với giặt', 'độ bền màu với giặt'],
  ])('is all of it, whatever its spaces, width and case: %s', (expected, found) => {
    expect(overlap(expected, found)).toBe(1)
  })

  test('is nearly all of it in a longer text, and after a few words have changed', () => {
    const text = 'The specimen is conditioned for 24 hours at 20 °C and a relative humidity of 65 %.'
    expect(overlap(text, `Before the test. ${text} Then it is weighed.`)).toBe(1)
    expect(overlap(text, text.replace('24 hours', 'four hours'))).toBeGreaterThan(sameTextShare)
  })

  test('is little of it in a text about something else, and none of an empty one', () => {
    const text = 'The specimen is conditioned for 24 hours at 20 °C and a relative humidity of 65 %.'
    expect(overlap(text, 'Yarn count is the mass of a kilometre of yarn in grams.')).toBeLessThan(sameTextShare)
    expect([overlap('', text), overlap(' … ', text), overlap(text, '')]).toEqual([0, 0, 0])
  })

  test('is little of it in a long text of the same subject, in each language', async () => {
    for (const { language, text } of await readHandbooks()) {
      const chapters = text.split(/^## /m)
      const found = chapters.flatMap((one) => chapters.filter((other) => other !== one).map((other) => overlap(one, other)))
      expect([language, Math.max(...found)]).toEqual([language, expect.toSatisfy((share: number) => share < sameTextShare / 2)])
    }
  })
})
