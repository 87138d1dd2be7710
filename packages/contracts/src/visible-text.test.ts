import { describe, expect, test } from 'vitest'
import { removeInvisible } from './visible-text.ts'
import { Line, LocalizedName } from './wire.ts'

describe('removing what cannot be seen', () => {
  test.each([
    ['a right-to-left override', 'annual\u202Efdp.exe', 'annualfdp.exe'],
    ['isolates and marks', '\u2066a\u2069\u200E\u200F\u061Cb', 'ab'],
    ['zero-width characters', 'wa\u200Brp\uFEFF\u2060 and\u00AD weft', 'warp and weft'],
    ['joiners between letters that do not join', 'wa\u200Drp\u200Cand', 'warpand'],
    ['a joiner at the end', 'warp\u200D', 'warp'],
    ['a Hangul filler', 'a\u3164b', 'ab'],
    ['tags without a flag', 'a\u{E0061}\u{E007F}', 'a'],
    ['several variation selectors', 'a\uFE0F\uFE0F\uFE0F', 'a\uFE0F'],
    ['a zero-width space in Thai', 'ผ้า\u200Bไหม', 'ผ้าไหม'],
  ])('takes %s away', (_name, text, expected) => {
    expect(removeInvisible(text)).toBe(expected)
  })

  test.each([
    ['Thai', 'ผ้าไหมไทย น้ำ กี่'],
    ['Vietnamese in pieces', 'Viê\u0323n nghiên cứu'],
    ['Chinese and Japanese', '纖維實驗室 ガーゼ ｶﾞ'],
    ['a name with an ideographic variation', '葛\u{E0100}城'],
    ['a family', '👨‍👩‍👧‍👦'],
    ['an emoji with a skin colour and a profession', '👩🏽‍🔬'],
    ['a heart in colour on fire', '❤️‍🔥'],
    ['a keycap', '1️⃣'],
    ['a flag', '🇹🇼'],
    ['a flag of a region', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    ['Persian with a non-joiner', 'می‌خواهم'],
    ['Sinhala with a joiner', 'ශ්‍රී'],
    ['Devanagari with a non-joiner', 'क्‌ष'],
  ])('leaves %s whole', (_name, text) => {
    expect(removeInvisible(text)).toBe(text)
  })

  test('is done to every line and every name, before it is measured', () => {
    expect(Line.max(4).parse('\u200B warp\u202E ')).toBe('warp')
    expect(LocalizedName.parse('wa\u200Brp')).toEqual({ default: 'warp' })
    expect(LocalizedName.parse({ default: '\u202Ewarp', en: 'weft\u200B' })).toEqual({ default: 'warp', en: 'weft' })
    expect(LocalizedName.safeParse('\u200B').success).toBe(false)
  })
})
