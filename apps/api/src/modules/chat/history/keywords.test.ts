import { describe, expect, test } from 'vitest'
import { readKeywords } from './keywords.ts'

describe('the keywords of what was typed', () => {
  test('are parted by spaces of every kind, and each is there once', () => {
    expect(readKeywords('  織物　ผ้า\tvải\u00A0繊維  Fabric FABRIC ｆａｂｒｉｃ ')).toEqual(['織物', 'ผ้า', 'vải', '繊維', 'fabric'])
  })

  test('are none in nothing but spaces', () => {
    expect(readKeywords(' 　\t')).toEqual([])
    expect(readKeywords('')).toEqual([])
  })

  test('never hold what parts the messages', () => {
    expect(readKeywords('wa\u0001rp \u0001')).toEqual(['warp'])
  })
})
