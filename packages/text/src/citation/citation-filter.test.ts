import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCitationFilter } from './citation-filter.ts'

const exists = (number: number) => number >= 1 && number <= 4

function filterPieces(pieces: readonly string[]) {
  const filter = createCitationFilter(exists)
  const text = pieces.map((piece) => filter.push(piece)).join('') + filter.finish()
  return { text, cited: filter.takeCited() }
}

const filterWhole = (text: string) => filterPieces([text]).text

describe('citations', () => {
  test.each([
    ['Cotton shrinks [1].', 'Cotton shrinks [1].'],
    ['Cotton shrinks [7].', 'Cotton shrinks.'],
    ['Cotton [7] shrinks.', 'Cotton shrinks.'],
    ['Cotton[7] shrinks.', 'Cotton shrinks.'],
    ['Cotton shrinks [1, 9].', 'Cotton shrinks [1].'],
    ['Cotton shrinks [9, 1, 2,1].', 'Cotton shrinks [1][2].'],
    ['Cotton shrinks [1][9][2].', 'Cotton shrinks [1][2].'],
    ['Cotton shrinks [8] [9].', 'Cotton shrinks.'],
    ['Cotton shrinks [1-3].', 'Cotton shrinks [1][2][3].'],
    ['Cotton shrinks [[2]], [[9]].', 'Cotton shrinks [2],.'],
    ['棉布會縮水【1】。', '棉布會縮水[1]。'],
    ['棉布會縮水【1†來源】。', '棉布會縮水[1]。'],
    ['棉布會縮水［２］［９］。', '棉布會縮水[2]。'],
    ['棉布會縮水［1，9、3］。', '棉布會縮水[1][3]。'],
    ['[9]\n[1]', '\n[1]'],
    ['ends [9]', 'ends'],
    ['ends [1]', 'ends [1]'],
    ['a line [9]  \nand another', 'a line  \nand another'],
  ])('%j becomes %j', (given, expected) => expect(filterWhole(given)).toBe(expected))

  test.each([
    'code `x[9]` and ``y ` [9]`` stay',
    '```ts\nx[9] = 1\n```',
    '~~~~\n[9]\n~~~\n[9]\n~~~~',
    '- ```\n  x[9]\n  ```',
    '> ```\n> x[9]\n> ```',
    'a link [9](https://example.org/a) stays',
    'an image ![9](x.png) stays',
    'a footnote [^9] stays\n\n[^9]: as it is',
    'a definition\n\n[9]: https://example.org',
    'escaped \\[9] and a formula \\[ 9 \\]',
    'other [brackets], [ ], [x], [], [a9], [9.5], [2024], [0, 1], [5-7], [-], [1',
    'spaces   stay \t as they are  ',
    '- [ ] a task\n- [x] another',
    'an address https://a.b/x[9], http://a.b/?q[]=[9]&r=(a[9]) and www.a.b/x[9]',
    'a link [there](https://a.b/x[9]) or [here](/x_(a)[9])',
    'a formula $a[9]$, \\(x[9] + (y[9])\\) and $$z[9]$$',
    'a formula \\[ x[9] \\in (0, 1] \\]',
    '$$\n\\begin{aligned}\nx[9]\n\ny[9]\n\\end{aligned}\n$$',
    '\\[\nx[9]\n\\]',
    '數列 $a[9]$與\\(b[9]\\)、https://a.b/織物[9]',
  ])('leaves %j alone', (given) => expect(filterWhole(given)).toBe(given))

  test('are checked again behind code', () => {
    expect(filterWhole('`x[9]` [9], [1]\n\n```\n[9]\n```\n[9] [1]')).toBe('`x[9]`, [1]\n\n```\n[9]\n```\n [1]')
    expect(filterWhole('a ` that stays alone\n\nends with its paragraph [9].')).toBe('a ` that stays alone\n\nends with its paragraph.')
  })

  test.each([
    [
      'an address',
      'see https://a.b/x [1] [9], (https://a.b/x)[9] **https://a.b**[9]',
      'see https://a.b/x [1], (https://a.b/x) **https://a.b**',
    ],
    ['an address in Chinese', '見 https://a.b/x。棉布縮水【9】「https://a.b」【1】', '見 https://a.b/x。棉布縮水「https://a.b」[1]'],
    ['a link', '[there](https://a.b/x) [9] and [here](/x)[1]', '[there](https://a.b/x) and [here](/x)[1]'],
    ['what only looks like an address', 'httpx[9] a://b[9] xwww.c[9]', 'httpx a://b xwww.c'],
    ['a formula', '$a[9]$ [9], \\(x\\)[1] and $$y$$ [9]\n\n$$\nz\n$$ [9]', '$a[9]$, \\(x\\)[1] and $$y$$\n\n$$\nz\n$$'],
    ['money', 'from $5 [1] to $10 [9], $11 [9] or US$12', 'from $5 [1] to $10, $11 or US$12'],
    ['money alone', 'at $5 [9]\nor \\$6[9]$', 'at $5\nor \\$6$'],
    ['an escaped bracket', '\\[9] is escaped [9], \\(so) [1]', '\\[9] is escaped, \\(so) [1]'],
    ['what was not closed', '\\(x [9]\n\n[9] $$y [9]\n\n[1]', '\\(x\n\n $$y\n\n[1]'],
  ])('are checked again behind %s', (_, given, expected) => {
    expect(filterWhole(given)).toBe(expected)
    expect(filterPieces(given.split('')).text).toBe(expected)
  })

  test('do not become a link', () => expect(filterWhole('看【1】(附註)')).toBe('看[1] (附註)'))

  test('are told once, in the order of their first appearance', () => {
    const filter = createCitationFilter(exists)
    filter.push('a [3], [9], `[4]` and [2')
    expect(filter.takeCited()).toEqual([3])
    filter.push('] [3] [1')
    expect(filter.takeCited()).toEqual([2])
    filter.finish()
    expect(filter.takeCited()).toEqual([])
  })

  test('are held back no longer than until they are known', () => {
    const filter = createCitationFilter(exists)
    expect(filter.push('It shrinks')).toBe('It shrinks')
    expect(filter.push(' [')).toBe('')
    expect(filter.push('1]')).toBe('')
    expect(filter.push('.')).toBe(' [1].')
    expect(filter.push('\n``')).toBe('\n')
  })

  const words = [
    'a',
    'It ',
    '[1]',
    '[9]',
    '[1, 9]',
    '【1】',
    '【9†x】',
    '［2］',
    '[[3]]',
    '[1-3]',
    '`',
    '``',
    '```',
    '~~~',
    '\n',
    '\n\n',
    ' ',
    '\t',
    '> ',
    '(',
    ')',
    ':',
    '.',
    '\\',
    '[',
    ']',
    '【',
    '^',
    '12',
    '布',
    '😀',
    '-',
    '$',
    '$$',
    '\\(',
    '\\)',
    '\\[',
    '\\]',
    'http',
    's://',
    'www.',
    'https://a.b/x',
    '](',
    '。',
  ]
  const markdown = fc.array(fc.constantFrom(...words), { maxLength: 30 }).map((parts) => parts.join(''))

  test('give the same text and the same numbers wherever the text is split', () => {
    fc.assert(
      fc.property(markdown, fc.array(fc.nat(), { maxLength: 12 }), (text, indexes) => {
        const cuts = [0, ...indexes.map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b), text.length]
        const pieces = cuts.slice(1).map((cut, index) => text.slice(cuts[index], cut))
        expect(filterPieces(pieces)).toEqual(filterPieces([text]))
        expect(filterPieces(text.split(''))).toEqual(filterPieces([text]))
      }),
      { numRuns: 3_000 },
    )
  })

  test('hold a line that begins like a block of code back no further than its first words, wherever it is cut', () => {
    for (const rest of ['x'.repeat(1_000), `${'x'.repeat(250)}\`[9]\n\`\`\`\n[9]`, `${'x'.repeat(150)}\` [9]`]) {
      const text = `\`\`\`${rest}`
      expect(filterPieces(text.split(''))).toEqual(filterPieces([text]))
    }
    expect(createCitationFilter(exists).push(`\`\`\`${'x'.repeat(1_000)}`)).toHaveLength(1_003)
  })

  test.each([
    ['backticks', '`'],
    ['tildes', '~'],
    ['spaces', ' '],
    ['spaces behind a word', ' ', 'a'],
    ['marks of a quotation', '> '],
    ['what may close a block of code', ' ', '```\nx\n```'],
    ['digits', '1', '['],
    ['marks of a kind', '†', '【1'],
    ['brackets', '['],
    ['brackets behind a dollar', 'x[1]', '$'],
    ['escapes behind a dollar', '\\x', '$[1]'],
    ['dollars', '$'],
    ['backslashes', '\\'],
    ['links', ']('],
  ])('cost as much for each of endless %s: what is held, and read again, does not grow', (_, part, beginning = '') => {
    const filter = createCitationFilter(exists)
    const pieces = [beginning, ...Array.from({ length: 3_000 }, () => part)]
    let read = 0
    let said = ''
    for (const piece of pieces) {
      said += filter.push(piece)
      read += piece.length
      expect(read - said.length).toBeLessThan(500)
    }
    expect(said.length).toBeGreaterThan(read - 500)
    expect(said + filter.finish()).toBe(pieces.join(''))
    expect(filterPieces([pieces.join('')]).text).toBe(pieces.join(''))
  })

  test('stay the same at the bounds of what is held, wherever the text is cut', () => {
    for (const [before, part, after] of [
      ['', '`', ' [9]'],
      ['a', '`', '[9]`'],
      ['', ' ', '```\n[9]'],
      ['a', ' ', '[9]'],
      ['```\nx\n```', ' ', 'y\n[9]'],
      ['$[1]', 'x', '$ [9]'],
      ['$[1]', '\\x', '$ [9]'],
    ] as const) {
      for (const count of [98, 99, 100, 101, 102, 196, 197, 198, 199, 200, 201, 202]) {
        const text = before + part.repeat(count) + after
        expect(filterPieces(text.split(''))).toEqual(filterPieces([text]))
      }
    }
  })

  test('are all that is changed: what has no brackets and no such numbers passes unchanged', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }).map((text) => text.replaceAll(/[[【［]/g, '(')),
        (text) => {
          expect(filterWhole(text)).toBe(text)
        },
      ),
    )
  })

  test('that do not exist are not in the text, however they were written', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', ' ', '[1]', '[9]', '[1, 9]', '【9】', '[[9]]', '.', '\n', '布'), { maxLength: 20 }),
        (parts) => {
          expect(filterWhole(parts.join(''))).not.toMatch(/9/)
        },
      ),
    )
  })
})
