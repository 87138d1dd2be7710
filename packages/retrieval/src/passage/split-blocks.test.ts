import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Block } from './block.ts'
import { countTokens } from '@heddle/text/count-tokens'
import { sentences } from '../testing/sentences.ts'
import { splitBlocks } from './split-blocks.ts'

const createBlock = (kind: Block['kind'], text: string, more: Partial<Block> = {}): Block => ({ kind, text, spans: [], ...more })
const heading = (level: number, text: string) => createBlock('heading', text, { level })
const paragraph = (count: number, text = sentences.en) => createBlock('paragraph', text.repeat(count))
/** Sentences that come before what must not end a chunk: some of them fill a chunk almost, some more than it. */
const counts = [12, 13, 14, 15, 16, 17, 18, 19]
const split = (...blocks: Block[]) => [...splitBlocks(blocks)]
const withoutSpace = (text: string) => text.replaceAll(/\s/g, '')

describe('a chunk', () => {
  test.each(Object.entries(sentences))('has 300 to 400 tokens and ends with a sentence: %s', (language, sentence) => {
    const chunks = split(paragraph(80, sentence))
    expect(chunks.length).toBeGreaterThan(2)
    for (const { text, tokens } of chunks.slice(0, -1)) {
      expect(tokens).toBeGreaterThan(280)
      expect(countTokens(text)).toBeLessThanOrEqual(400)
      expect(text).toMatch(language === 'th' ? /(ซัก|การทอ)$/ : /[.。]$/)
    }
  })

  test('is under the headings above it', () => {
    const chunks = split(heading(1, 'Handbook'), heading(2, 'Washing'), paragraph(8), heading(2, 'Drying\nin air'), paragraph(8))
    expect(chunks.map(({ headingPath }) => headingPath)).toEqual([
      ['Handbook', 'Washing'],
      ['Handbook', 'Drying in air'],
    ])
    expect(chunks[1]?.text).toMatch(/^Drying\nin air\nCotton/)
  })

  test('of several short sections is under the heading that they share', () => {
    const chunks = split(heading(1, 'Terms'), heading(2, 'Warp'), paragraph(1), heading(2, 'Weft'), paragraph(1))
    expect(chunks.map(({ headingPath }) => headingPath)).toEqual([['Terms']])
  })

  test('goes on over a heading below the third level', () => {
    expect(split(heading(3, 'Washing'), paragraph(8), heading(4, 'Note'), paragraph(4))).toHaveLength(1)
  })

  test('is not of headings alone at the end of a document', () => {
    const chunks = split(heading(1, 'Washing'), paragraph(12), heading(1, 'Annexes'), heading(2, 'Tables'))
    expect(chunks.map(({ headingPath }) => headingPath)).toEqual([['Washing']])
    expect(chunks[0]?.text).toMatch(/Annexes\nTables$/)
  })

  test.each(['table', 'code'] as const)('has the heading of a %s that would fill it alone', (kind) => {
    const lines = Array.from({ length: 80 }, (_, index) => `| ${index} | ab |`)
    for (let count = 40; count < 80; count++) {
      const chunks = split(
        paragraph(12),
        heading(2, 'Shrinkage of all fabrics in hot water'),
        createBlock(kind, lines.slice(0, count).join('\n')),
      )
      expect(chunks.filter(({ text }) => !text.includes('Cotton') && !text.includes('|'))).toEqual([])
    }
  })

  test.each(counts)('does not end with a heading: after %i sentences', (count) => {
    const chunks = split(paragraph(count), heading(4, 'Drying'), createBlock('code', sentences.en.repeat(8)))
    expect(chunks.filter(({ text }) => text.endsWith('Drying'))).toEqual([])
    expect(chunks.filter(({ text }) => text.includes('Drying'))).toHaveLength(1)
  })

  test.each(counts)('has the beginning of a list together with the sentence before it: after %i sentences', (count) => {
    const items = Array.from({ length: 3 }, (_, index) => `- item ${index}: ${sentences.en.repeat(8)}`).join('\n')
    const chunks = split(createBlock('paragraph', `${sentences.en.repeat(count)}The natural fibres are these:`), createBlock('list', items))
    expect(chunks.filter(({ text }) => text.includes('are these:\n- item 0:'))).toHaveLength(1)
  })

  test('has a table or code whole where it fits', () => {
    const rows = `| fibre | shrinks |\n| --- | --- |\n${'| cotton | 5 % |\n'.repeat(30)}`
    for (const kind of ['table', 'code'] as const) {
      const chunks = split(paragraph(14), createBlock(kind, rows, { headerRows: 2 }), paragraph(14))
      expect(chunks.filter(({ text }) => text.includes(rows.trim()))).toHaveLength(1)
      expect(chunks.every(({ repeatedLength }) => repeatedLength === 0)).toBe(true)
    }
  })

  test('is not made of white space', () => {
    expect(split()).toEqual([])
    expect(split(createBlock('paragraph', ' \n\u3000'), createBlock('list', ''))).toEqual([])
  })
})

describe('a table that is longer than a chunk', () => {
  const header = '| fibre | shrinks |\n| --- | --- |\n'
  const rows = Array.from({ length: 200 }, (_, index) => `| cotton ${index} | ${index} % |\n`)

  test('is cut between its rows, and each part begins with its header', () => {
    const chunks = split(createBlock('table', header + rows.join(''), { headerRows: 2 }))
    expect(chunks.length).toBeGreaterThan(4)
    for (const { text, tokens } of chunks) {
      expect(text.startsWith(header)).toBe(true)
      expect(tokens).toBeLessThanOrEqual(400)
    }
    expect(chunks.map(({ repeatedLength }) => repeatedLength)).toEqual([0, ...chunks.slice(1).map(() => header.length)])
    const own = chunks.flatMap(({ text }) => text.slice(header.length).split('\n'))
    expect(own).toEqual(rows.map((row) => row.trim()))
  })

  test.each(counts)('has its header with its first row: after %i sentences', (count) => {
    const long = [`| cotton 0 | ${sentences.en.repeat(8)} |\n`, ...rows.slice(1)].join('')
    const chunks = split(paragraph(count), createBlock('table', header + long, { headerRows: 2 }))
    expect(chunks.filter(({ text }) => text.includes(`${header}| cotton 0 |`))).toHaveLength(1)
    expect(chunks.filter(({ text }) => text.endsWith(header.trim()))).toEqual([])
  })

  test('repeats no header that is as long as a chunk', () => {
    const chunks = split(createBlock('table', `${'| fibre and shrinkage '.repeat(60)}|\n${rows.join('')}`, { headerRows: 1 }))
    expect(chunks.every(({ repeatedLength }) => repeatedLength === 0)).toBe(true)
  })
})

describe('where a chunk stands', () => {
  test('is all of its pages, without what the reader added', () => {
    const text = 'Cotton shrinks when it is washed.'
    const block = createBlock('paragraph', text, {
      spans: [
        { at: 0, page: 3, from: 90, to: 104 },
        { at: 15, page: 4, from: 10, to: 28 },
      ],
    })
    expect(split(block)[0]?.spans).toEqual([
      { page: 3, from: 90, to: 104 },
      { page: 4, from: 10, to: 28 },
    ])
  })

  test('of a part of a table is that of its rows, without the header', () => {
    const text = `fibre\tshrinks\n${'cotton\t5 %\n'.repeat(300)}`
    const [first, second] = split(createBlock('table', text, { headerRows: 1, spans: [{ at: 0, page: 1, from: 0, to: text.length }] }))
    expect(first?.spans).toHaveLength(1)
    expect(second?.repeatedLength).toBeGreaterThan(0)
    // Between them is the end of a line.
    expect(second?.spans[0]?.from).toBe((first?.spans[0]?.to ?? 0) + 1)
  })
})

describe('whatever the document', () => {
  /** Each is somewhat longer than a chunk; their count takes time in proportion to the square of their length. */
  const runs = {
    Han: '布'.repeat(450),
    Latin: 'x'.repeat(3_500),
    emoji: '👩‍👩‍👧'.repeat(60),
    Thai: 'ก่ำ'.repeat(150),
    'letters with marks': `e${'\u0301'.repeat(5)}`.repeat(80),
    'spaces with marks': ' \u0301'.repeat(220),
  }
  const piece = fc.oneof(
    fc.constantFrom(...Object.values(sentences), '\n', '\n\n', '\t', ' | ', 'กำ', ' \u0301', 'e\u0301\u0302', '👩‍👩‍👧', '각', '🇹🇼'),
    fc.constantFrom(...Object.values(runs)),
    fc.string({ unit: 'grapheme' }),
  )
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
  const kind = fc.constantFrom<Block['kind'][]>('heading', 'paragraph', 'list', 'table', 'code', 'caption')
  const shape = fc.record({ kind, text, level: fc.integer({ min: 1, max: 6 }), headerRows: fc.nat(3) })

  /** Puts the blocks on pages, each cut over two of them; returns the pages' texts too. */
  function layOut(shapes: readonly Pick<Block, 'kind' | 'text' | 'level' | 'headerRows'>[]) {
    const pages = ['', ...shapes.map(() => ''), '']
    const blocks = shapes.map((one, index): Block => {
      const half = one.text.length >> 1
      const spans = [one.text.slice(0, half), one.text.slice(half)].map((part, at) => {
        const page = index + at
        const from = pages[page]?.length ?? 0
        pages[page] += part
        return { at: at * half, page: page + 1, from, to: from + part.length }
      })
      return { ...one, spans }
    })
    return { pages, blocks }
  }

  test.each(Object.entries(runs))('what has no place to cut is in two chunks: %s', (_, run) => {
    expect(split(createBlock('paragraph', run))).toHaveLength(2)
  })

  test.each([
    ['at random', {}],
    ['where the last headings would have made one too long', { seed: 796_054_696 }],
  ])('every character but white space at the ends is in exactly one chunk, in its order, and no chunk is too long: %s', (_, options) => {
    fc.assert(
      fc.property(fc.array(shape, { maxLength: 8 }), (shapes) => {
        const chunks = [...splitBlocks(layOut(shapes).blocks)]
        expect(withoutSpace(chunks.map(({ text: all, repeatedLength }) => all.slice(repeatedLength)).join(''))).toBe(
          withoutSpace(shapes.map((one) => one.text).join('')),
        )
        for (const chunk of chunks) {
          expect(chunk.text.slice(chunk.repeatedLength).trim()).toBe(chunk.text.slice(chunk.repeatedLength))
          expect(chunk.tokens).toBeLessThanOrEqual(401)
          expect(countTokens(chunk.text)).toBeLessThanOrEqual(420)
        }
      }),
      { numRuns: 30, ...options },
    )
  })

  test('the spans of a chunk have its text, and no chunk shares a character of a page with another', () => {
    fc.assert(
      fc.property(fc.array(shape, { maxLength: 8 }), (shapes) => {
        const { pages, blocks } = layOut(shapes)
        const chunks = [...splitBlocks(blocks)]
        for (const chunk of chunks) {
          const placed = chunk.spans.map(({ page, from, to }) => pages[page - 1]?.slice(from, to)).join('')
          expect(withoutSpace(placed)).toBe(withoutSpace(chunk.text.slice(chunk.repeatedLength)))
        }
        const spans = chunks.flatMap((chunk) => chunk.spans).toSorted((a, b) => a.page - b.page || a.from - b.from)
        for (const [index, span] of spans.entries()) {
          const before = spans[index - 1]
          expect(before?.page === span.page && before.to > span.from).toBe(false)
        }
      }),
      { numRuns: 30 },
    )
  })

  test('no grapheme is cut', () => {
    const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
    fc.assert(
      fc.property(kind, text, (one, whole) => {
        const block = createBlock(one, whole, { spans: [{ at: 0, page: 1, from: 0, to: whole.length }] })
        const segments = graphemes.segment(whole)
        for (const { spans } of splitBlocks([block])) {
          const [first, last] = [spans[0], spans.at(-1)]
          const ends = [first?.from ?? 0, last?.to ?? 0].filter(
            (at) => at < whole.length && !/\s/.test(whole.charAt(at) + whole.charAt(at - 1)),
          )
          expect(ends.map((at) => segments.containing(at)?.index)).toEqual(ends)
        }
      }),
      { numRuns: 60 },
    )
  })

  test('a table of 60,000 rows and a paragraph of 60,000 letters or marks are cut in a moment', () => {
    const startedAt = performance.now()
    for (const block of [
      createBlock('table', 'cotton\t1\n'.repeat(60_000), { headerRows: 1 }),
      createBlock('paragraph', 'ก'.repeat(60_000)),
      createBlock('paragraph', `e${'\u0301'.repeat(60_000)}`),
    ]) {
      expect(split(block).length).toBeGreaterThan(50)
    }
    expect(performance.now() - startedAt).toBeLessThan(20_000)
  })
})

describe('with other settings', () => {
  test.each([100, 200, 1_000])('a chunk has at most %i tokens', (maxTokens) => {
    const blocks = [heading(1, 'Washing'), paragraph(200)]
    const chunks = [...splitBlocks(blocks, { strategy: 'structure', maxTokens, overlapTokens: 0 })]
    expect(chunks.length).toBeGreaterThan(2)
    for (const { text } of chunks) expect(countTokens(text)).toBeLessThanOrEqual(maxTokens)
    for (const { text } of chunks.slice(0, -1)) expect(countTokens(text)).toBeGreaterThan(maxTokens * 0.6)
  })

  test('a chunk repeats whole sentences of the one before, which its spans do not have', () => {
    const text = Array.from({ length: 60 }, (_, index) => `The specimen ${index} is conditioned before it is measured. `).join('')
    const block: Block = { kind: 'paragraph', text, spans: [{ at: 0, page: 1, from: 0, to: text.length }] }
    const chunks = [...splitBlocks([block], { strategy: 'structure', maxTokens: 200, overlapTokens: 40 })]
    expect(chunks.length).toBeGreaterThan(2)
    expect(chunks[0]?.repeatedLength).toBe(0)
    for (const [index, chunk] of chunks.slice(1).entries()) {
      expect(countTokens(chunk.text)).toBeLessThanOrEqual(200)
      const repeated = chunk.text.slice(0, chunk.repeatedLength)
      expect(repeated).toMatch(/^The specimen \d+ is .*measured\.\n$/)
      expect(chunks[index]?.text.endsWith(repeated.trim())).toBe(true)
      const own = chunk.spans.map(({ from, to }) => text.slice(from, to)).join('')
      expect(chunk.text.slice(chunk.repeatedLength).trim()).toBe(own.trim())
    }
  })

  test('a section begins without what is above it, and of one length it does not begin a chunk', () => {
    const blocks = [heading(1, 'Washing'), paragraph(6), heading(1, 'Drying'), paragraph(6)]
    const settings = { maxTokens: 300, overlapTokens: 50 }
    const [, second] = [...splitBlocks(blocks, { ...settings, strategy: 'structure' })]
    expect(second).toMatchObject({ repeatedLength: 0, headingPath: ['Drying'] })
    const [first] = [...splitBlocks(blocks, { ...settings, strategy: 'fixed' })]
    expect(first?.text).toContain('Drying')
  })
})
