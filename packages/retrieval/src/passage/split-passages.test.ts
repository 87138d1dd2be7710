import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countTokens } from '@heddle/text/count-tokens'
import { sentences } from '../testing/sentences.ts'
import { splitPassages } from './split-passages.ts'

const split = (text: string) => [...splitPassages(text)]
const withoutSpace = (text: string) => text.replaceAll(/\s/g, '')

describe('cutting a text into passages', () => {
  test('keeps a short text as it is, and makes nothing of none', () => {
    expect(split('Cotton shrinks.\nWool felts.')).toEqual(['Cotton shrinks.\nWool felts.'])
    expect(split('')).toEqual([])
    expect(split(' \n\n\t ')).toEqual([])
  })

  test.each(Object.entries(sentences))('makes passages of 300 to 400 tokens that end with a sentence: %s', (language, sentence) => {
    const passages = split(sentence.repeat(80))
    expect(passages.length).toBeGreaterThan(2)
    for (const passage of passages.slice(0, -1)) {
      expect(countTokens(passage)).toBeGreaterThan(250)
      expect(countTokens(passage)).toBeLessThanOrEqual(400)
      // Thai has no mark that ends a sentence: its passages end with a word that a space follows.
      expect(passage).toMatch(language === 'th' ? /(ซัก|การทอ)$/ : /[.。]$/)
    }
  })

  test('does not take the end of a line for that of a sentence', () => {
    const text = `${'The fibres were stretched\nwhen they were spun and woven. '.repeat(80)}`
    for (const passage of split(text)) expect(passage).toMatch(/^The[^]*\.$/)
  })

  test('keeps a table whole', () => {
    const table = `| fibre | shrinks |\n| --- | --- |\n${'| cotton | 5 % |\n'.repeat(20)}`
    const passages = split(`${sentences.en.repeat(18)}\n${table}\n${sentences.en.repeat(18)}`)
    expect(passages.filter((passage) => passage.includes(table.trim()))).toHaveLength(1)
  })

  test('cuts a longer table between its rows', () => {
    const rows = Array.from({ length: 400 }, (_, index) => `cotton ${index}\t${index} %`)
    const passages = split(rows.join('\n'))
    expect(passages.length).toBeGreaterThan(5)
    expect(passages.flatMap((passage) => passage.split('\n'))).toEqual(rows)
  })

  test('reads a table of 60,000 rows, and as many lines without an empty one, in a moment: others wait for it', () => {
    const startedAt = performance.now()
    for (const line of ['cotton\t1\n', 'cotton\n']) expect(split(line.repeat(60_000)).length).toBeGreaterThan(100)
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })

  test('loses nothing but white space, and makes no passage too long, whatever the text', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...Object.values(sentences),
        '\n',
        '\n\n',
        '\t',
        ' | ',
        '布'.repeat(700),
        'x'.repeat(3_000),
        '😀'.repeat(300),
        'ก'.repeat(900),
      ),
      fc.string({ unit: 'binary' }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('')
        const passages = split(text)
        expect(withoutSpace(passages.join(''))).toBe(withoutSpace(text))
        for (const passage of passages) {
          expect(passage).toBe(passage.trim())
          expect(countTokens(passage)).toBeLessThanOrEqual(420)
        }
      }),
      { numRuns: 60 },
    )
  })
})
