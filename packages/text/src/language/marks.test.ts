import { describe, expect, test } from 'vitest'
import { fold } from './folding.ts'
import { findMarks } from './marks.ts'

const marked = (text: string, ...keywords: string[]) =>
  findMarks(text, keywords.flatMap((keyword) => keyword.split(/\s+/u)).map(fold)).map(([from, to]) => text.slice(from, to))

describe('the marks of keywords', () => {
  test('are all places of all keywords, in order', () => {
    expect(marked('warp and weft and warp', 'weft', 'warp')).toEqual(['warp', 'weft', 'warp'])
    expect(findMarks('no such', ['loom'])).toEqual([])
  })

  test.each([
    ['case', 'The FABRIC', 'fabric', ['FABRIC']],
    ['full width', 'ＦＡＢＲＩＣ　１２３', 'fabric 123', ['ＦＡＢＲＩＣ', '１２３']],
    ['half-width katakana', '綿のﾃﾞﾆﾑです', 'デニム', ['ﾃﾞﾆﾑ']],
    ['a ligature, whole', 'the ﬁbre', 'i', ['ﬁ']],
    ['a ligature as part of a word', 'the ﬁbre', 'fibre', ['ﬁbre']],
    ['a sharp s, which is not two', 'Straße', 'straße', ['Straße']],
    ['a dotted capital İ', 'İpek İPEK', 'ipek', ['İpek', 'İPEK']],
    ['a sigma at a word’s end', 'ΛΙΝΟΣ', 'λινοσ', ['ΛΙΝΟΣ']],
    ['Thai sara am', 'น้ำยาซัก', 'น้ำ', ['น้ำ']],
    ['a Thai consonant with what stands on it', 'ผ้าไหม', 'ผ', ['ผ้']],
    ['Vietnamese in two pieces', 'vải lụa'.normalize('NFD'), 'vải', ['vải'.normalize('NFD')]],
    ['Vietnamese typed in two pieces', 'Vải lụa', 'vải'.normalize('NFD'), ['Vải']],
    ['Chinese beyond 16 bits', '𠮷野的織物', '𠮷 織物', ['𠮷', '織物']],
    ['a Kangxi radical', '⽷織', '糸', ['⽷']],
    ['Korean in letters', '옷감'.normalize('NFD'), '옷감', ['옷감'.normalize('NFD')]],
    ['a soft hyphen', 'The cellu\u00ADlose', 'cellulose', ['cellu\u00ADlose']],
    ['a typed soft hyphen', 'The cellulose', 'cellu\u00ADlose', ['cellulose']],
    ['a variation selector', '葛\u{E0100}飾の布', '葛飾', ['葛\u{E0100}飾']],
    ['a mark behind what is not seen', 'cafe\u200D\u0301', 'café', ['cafe\u200D\u0301']],
    ['a radical of the supplement', 'その⻑さ', '長さ', ['⻑さ']],
    ['a circled number', '第①頁', '1', ['①']],
  ])('know %s', (_, text, keyword, found) => {
    expect(marked(text, keyword)).toEqual(found)
  })

  test('do not take a letter for one with another mark, nor a pattern for a text', () => {
    expect(marked('vai vái', 'vải')).toEqual([])
    expect(marked('100 percent', '100%', '1_0')).toEqual([])
    expect(marked('100% _cotton_', '100%', '_cotton_')).toEqual(['100%', '_cotton_'])
  })

  test('that overlap are one', () => {
    expect(marked('cottonwool', 'cotton', 'tonw', 'wool')).toEqual(['cottonwool'])
    expect(marked('aaa', 'aa')).toEqual(['aa'])
  })
})
