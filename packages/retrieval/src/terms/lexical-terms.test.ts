import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lexicalTerms, lexicalVersion } from './lexical-terms.ts'

const namesOf = (text: string) => [...lexicalTerms(text).keys()].toSorted()
/** Terms that a question shares with a text. */
const shared = (question: string, text: string) => namesOf(question).filter((name) => lexicalTerms(text).has(name))

const samples = [
  '棉布下水後會收縮，臺灣的測試方法依 CNS-12915。',
  '綿の布は洗うと縮みます。ポリエステルは縮みません。',
  'ผ้าฝ้ายหดตัวเมื่อซัก มาตรฐาน มอก. ๑๒๑',
  'Vải bông co lại khi giặt, độ bền kéo đứt.',
  'Fibres were stretched in spinning; ISO 13934-1 and 30s/1 yarns of 23.5 tex.',
  'Cellu\u00ADlose of 葛\u{E0100}飾 and ⻑さ',
  'น้ำหนัก 10^6 Pa, 10⁻⁶, T_max',
  'ポリエステル 図 หมอเเทน hoà khoẻ, coloured fibres of GB/T 3923.1',
]

describe('the terms of a text', () => {
  test.each([
    ['纖維', ['维', '纤', '纤维']],
    ['綿の布', ['の', 'の布', '布', '绵', '绵の']],
    ['Vải', ['vai', 'vải']],
    ['đo', ['do', 'đo']],
    ['Tests', ['test', 'tests']],
    ['น้ำ', namesOf('น้ํา')],
    ['cellu\u00ADlose', namesOf('cellulose')],
    ['ze\u200Bro\uFEFF', namesOf('zero')],
    ['葛\u{E0100}飾', namesOf('葛飾')],
    ['⻑さ ⽷ ＡＢ', namesOf('長さ 糸 ab')],
    ['', []],
    [' .,;!? ', []],
  ])('of %j', (text, names) => {
    expect(namesOf(text)).toEqual(names.toSorted())
  })

  test('are counted', () => {
    const terms = lexicalTerms('棉布，棉布，棉紗')
    expect(terms.get('棉')?.count).toBe(3)
    expect(terms.get('棉布')?.count).toBe(2)
  })

  test('have half the weight in a question where the marks of a word were removed', () => {
    const terms = lexicalTerms('vải')
    expect(terms.get('vải')?.weight).toBe(1)
    expect(terms.get('vai')?.weight).toBe(0.5)
    expect(lexicalTerms('vải vai').get('vai')?.weight).toBe(1)
  })

  test('do not reach over what stands between two runs', () => {
    expect(namesOf('棉，布')).not.toContain('棉布')
  })
})

describe('a question finds', () => {
  test.each([
    ['Simplified', '纤维强度', '纖維強度'],
    ['Simplified that is also another form', '什么沪', '什麼滬'],
    ['Traditional', '纖維強度', '纤维强度'],
    ['variants of Taiwan', '臺裡著', '台里着'],
    ['full width', 'ＩＳＯ　１３９３４－１', 'iso 13934-1'],
    ['half-width kana', 'ﾎﾟﾘｴｽﾃﾙ', 'ポリエステル'],
    ['decomposed marks', 'độ bền'.normalize('NFD'), 'độ bền'],
    ['without marks', 'do ben keo dut', 'độ bền kéo đứt'],
    ['Thai digits', 'มอก. ๑๒๑', 'มอก. 121'],
    ['another case', 'COTTON Fabric', 'cotton fabric'],
    ['hiragana for katakana', 'ぽりえすてる', 'ポリエステル'],
    ['small kana in full', 'フイルム キヤノン', 'フィルム キャノン'],
    ['Japanese characters for Traditional ones', '図 検査 縮', '圖 檢查 縮'],
    ['Traditional characters for Japanese ones', '圖 實驗', '図 実験'],
    ['two e for ae of Thai', 'เเข็งเเรง', 'แข็งแรง'],
    ['a tone of Thai before its vowel', 'ท\u0e48\u0e35', 'ท\u0e35\u0e48'],
    ['a tone of Thai behind am', 'น\u0e33\u0e49', 'น้ำ'],
    ['the tone of Vietnamese on the other vowel', 'hoà khoẻ thuỷ', 'hòa khỏe thủy'],
    ['a recommended standard of China', 'GB/T 3923.1', 'GB 3923.1'],
    ['what is not seen', 'cot\u00ADton fab\u200Bric', 'cotton fabric'],
  ])('every one of its terms: %s', (_, question, text) => {
    expect(shared(question, text)).toEqual(namesOf(question))
  })

  test.each([
    ['fibers', 'fiber'],
    ['dyes', 'dyeing'],
    ['dyed', 'dye'],
    ['testing', 'tested'],
    ['spins', 'spinning'],
    ['families', 'family'],
    ['washes', 'washing'],
    ['abrades', 'abraded'],
    ['colour', 'color'],
    ['coloured', 'colors'],
    ['fibres', 'fiber'],
    ['centred', 'centering'],
    ['organisation', 'organization'],
    ['analysing', 'analyze'],
    ['labelled', 'labels'],
    ['catalogues', 'catalog'],
    ['programme', 'programs'],
    ['licence', 'licenses'],
    ['grey', 'gray'],
    ['aluminium', 'aluminum'],
    ['sulphur', 'sulfur'],
  ])('the same word with another ending: %s, %s', (question, text) => {
    expect(shared(question, text)).not.toEqual([])
  })

  test.each(['class', 'gas', 'this', 'bed', 'ring', 'need'])('no other word where an ending only looks like one: %s', (word) => {
    expect(namesOf(word)).toEqual([word])
  })

  test('a longer word of Thai by its parts, though ICU cuts it otherwise within another text', () => {
    expect(shared('ความแข็งแรง', 'ทดสอบความแข็งแรงของผ้า').length).toBeGreaterThan(5)
  })

  test.each(['น้ำหนัก', 'น\u0e49\u0e4d\u0e32หนัก', 'น\u0e4d\u0e49\u0e32หนัก'])(
    'a word of Thai whole, however its am is written: %s',
    (word) => {
      expect(namesOf(word)).toContain('หนัก')
      expect(namesOf(`การ${word}`)).toContain('น้ำ')
      expect(namesOf('สำหรับ')).toContain('สำหรับ')
    },
  )

  test.each([
    ['hour', 'four'],
    ['quý', 'qúy'],
  ])('no other word where a spelling only looks like one: %s, %s', (question, text) => {
    expect(shared(question, text).filter((name) => lexicalTerms(question).get(name)?.weight === 1)).toEqual([])
  })

  test('a word of Thai or Japanese only with its own marks', () => {
    expect(shared('น้ำ', 'นา')).toEqual([])
    expect(namesOf('ガ')).not.toContain('か')
  })
})

describe('what is raised or lowered', () => {
  test.each([
    ['10^6 Pa', '10⁶ Pa', '106'],
    ['10^-6', '10⁻⁶', '10-6'],
    ['10^{6}', '10⁶', '106'],
    ['5 m^2', '5 m²', 'm2'],
    ['cm^-1', 'cm⁻¹', 'cm1'],
    ['Tmax', 'T_max', 'tmax'],
    ['Rp0.2', 'R_(p0.2)', 'rp0.2'],
    ['彈性模數為10^6', '彈性模數為 10⁶', '106'],
  ])('is found as it is typed: %s has found %s', (question, text, term) => {
    expect(shared(question, text)).toContain(term)
  })

  test('is one figure, and a word with a mark still its parts', () => {
    expect(namesOf('10^6')).toEqual(namesOf('10⁶'))
    expect(namesOf('access_token')).toEqual(['access', 'accesstoken', 'token'])
  })
})

describe('a code', () => {
  test.each([
    ['ISO 13934-1', ['iso13934-1', '13934-1', 'iso', '13934', '1']],
    ['CNS-12915', ['cns12915', 'cns', '12915']],
    ['CNS12915', ['cns12915', 'cns', '12915']],
    ['30s/1', ['30s/1', '30s', '30', 's', '1']],
    ['ISO 105-B02', ['iso105-b02', '105-b02', 'iso', '105', 'b02', 'b', '02']],
    ['13934–1', ['13934-1', '13934', '1']],
    ['23.5', ['23.5', '23', '5']],
  ])('is there whole and in its parts: %s', (code, names) => {
    expect(namesOf(code)).toEqual(names.toSorted())
  })

  test.each(['ISO13934-1', 'iso 13934-1', 'ISO-13934-1'])('is the same however it is written: %s', (code) => {
    expect(namesOf(code)).toContain('iso13934-1')
  })

  test('is no pair of a word and a small number', () => {
    expect(namesOf('page 12')).toEqual(['12', 'pag', 'page'])
  })
})

describe('whatever the text', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...samples,
      'ก'.repeat(3_000),
      'x'.repeat(5_000),
      `a${'\u0301'.repeat(2_000)}`,
      'กิ่'.repeat(900),
      '1-'.repeat(900),
      '\ufdfa',
    ),
    fc.string({ unit: 'binary' }),
  )
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(' '))

  test('no term is empty, white, or too long', () => {
    fc.assert(
      fc.property(text, (whole) => {
        for (const [name, { count, weight }] of lexicalTerms(whole)) {
          expect(name).toMatch(/^\S{1,64}$/u)
          expect(count).toBeGreaterThan(0)
          expect([0.5, 1]).toContain(weight)
        }
      }),
      { numRuns: 60 },
    )
  })

  test('the terms of a text are those of its lines, with the sum of their counts', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        const whole = lexicalTerms(`${one}\n${other}`)
        const parts = [lexicalTerms(one), lexicalTerms(other)]
        expect([...whole.keys()].toSorted()).toEqual([...new Set(parts.flatMap((each) => [...each.keys()]))].toSorted())
        for (const [name, { count }] of whole) {
          expect(count).toBe(parts.reduce((sum, each) => sum + (each.get(name)?.count ?? 0), 0))
        }
      }),
      { numRuns: 60 },
    )
  })

  test.each([
    ['letters', 'x'],
    ['digits with separators', '1-'],
    ['Han', '棉布'],
    ['Thai', 'ผ้าฝ้าย'],
    ['marks', '\u0301'],
    ['words', 'dyeing '],
    ['marks of what is raised', 'x^'],
    ['marks of what is lowered', 'x_'],
  ])('takes time in proportion to it: %s', (_, unit) => {
    const startedAt = performance.now()
    lexicalTerms(unit.repeat(1_000_000 / unit.length))
    expect(performance.now() - startedAt).toBeLessThan(15_000)
  })
})

test('the terms are those that are stored: others need another version', () => {
  const terms = samples.flatMap((text) => [...lexicalTerms(text)].map(([name, { count, weight }]) => `${name} ${count} ${weight}`))
  const digest = createHash('sha256').update(terms.join('\n')).digest('hex')
  expect(`${lexicalVersion} ${digest}`).toBe('lex-5 5df62658974b1b05f0146a566fd1b2d22f6d87a2b8d4c57bdff988aef5858347')
})
