import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeSignature } from './gram-signature.ts'

const isIn = (part: Uint8Array, whole: Uint8Array) => part.every((byte, index) => (byte & (whole[index] ?? 0)) === byte)
const mayContain = (text: string, keyword: string) => isIn(computeSignature(keyword), computeSignature(text))

const texts = ['斜紋織物（denim）是一種棉織物。 ผ้าฝ้ายทอลายทแยง', 'độ bền của vải 100%', '炭素繊維🧵の強度は？ warp_weft']
const character = fc.constantFrom(...new Set(texts.join('')), ' ', '\u0001')
const text = fc.array(character, { maxLength: 60 }).map((characters) => characters.join(''))

describe('the signature of a text', () => {
  test('has every bit of the signature of each of its parts', () => {
    fc.assert(fc.property(text, text, text, (before, part, after) => mayContain(before + part + after, part)))
  })

  test('lacks a bit of most of what is not in the text', () => {
    const absent = ['量子電腦', 'submarine', '宇宙飛行士', 'เรือดำน้ำ', 'tàu-ngầm', '🚢🚣']
    expect(absent.filter((keyword) => mayContain(texts.join('\u0001'), keyword))).toEqual([])
  })

  test('of several texts is that of each, joined', () => {
    const joined = texts.map(computeSignature).reduce((all, one) => all.map((byte, index) => byte | (one[index] ?? 0)))
    expect(computeSignature(texts.join('\u0001'))).toEqual(joined)
  })

  test.each(['織', 'ab', 'ab cd', '織 a 物', ''])('of %j, which has no piece, has no bit', (none) => {
    expect(computeSignature(none).every((byte) => byte === 0)).toBe(true)
  })

  test('is the one that is stored: another needs a migration', () => {
    const digest = createHash('sha256')
      .update(computeSignature(texts.join('\u0001')))
      .digest('hex')
    expect(digest).toBe('8354798f44968c58cf079a9966af630f37d5ecf68b61a46177d05762907895aa')
  })
})
