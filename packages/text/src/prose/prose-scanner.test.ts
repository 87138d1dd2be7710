import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ProseScanner, scanProse, type SegmentKind } from './prose-scanner.ts'

/** One letter a character of the text; a capital one in a quote. */
const letters: Record<SegmentKind, string> = { prose: '.', escape: 'e', code: 'c', formula: 'f', url: 'u', tag: 't' }

/** Scans a text in pieces; returns what was given back, and the kind of each of its characters. */
function scanPieces(pieces: readonly string[]) {
  let text = ''
  let kinds = ''
  const scanner = new ProseScanner({
    take(segment) {
      text += segment.text
      const letter = letters[segment.kind]
      kinds += (segment.isQuoted ? letter.toUpperCase().replace('.', '>') : letter).repeat(segment.text.length)
    },
  })
  for (const piece of pieces) scanner.push(piece)
  scanner.finish()
  return { text, kinds }
}

/** The pieces of a kind, as the whole text has them. */
function findPieces(text: string, kind: SegmentKind): string[] {
  const pieces: string[] = []
  let isOpen = false
  for (const segment of scanProse(text)) {
    if (segment.kind === kind && isOpen) pieces.push(pieces.pop() + segment.text)
    else if (segment.kind === kind) pieces.push(segment.text)
    isOpen = segment.kind === kind
  }
  return pieces
}

describe('prose', () => {
  test.each<[SegmentKind, string, string[]]>([
    ['code', 'a `b` and ``c ` d``', ['`b`', '``c ` d``']],
    ['code', 'a `b\nc` d', ['`b\nc`']],
    ['code', 'a lone ` and one in the next\n\nparagraph `', []],
    ['code', '- a ` in an item\n- and ` in the next', []],
    ['code', 'a \\`b` c', []],
    ['code', '```js\na\n\nb\n```\nc', ['```js\na\n\nb\n```']],
    ['code', '```js\na', ['```js\na']],
    ['code', '```js a``` b', ['```js a```']],
    ['code', '~~~~\n~~~\n```\n~~~~\na', ['~~~~\n~~~\n```\n~~~~']],
    ['code', '- ```\n  a\n\n  b\n  ```\n  c', ['```\n  a\n\n  b\n  ```']],
    ['code', '- ```\n  a\nb', ['```\n  a\n']],
    ['code', '> ```\n> a\nb', ['```\n> a\n']],
    ['code', '```\n> ```\n```', ['```\n> ```\n```']],
    ['code', '```\n    ```\n```', ['```\n    ```\n```']],
    ['formula', 'for $x$, \\(y\\), $$z$$ and \\[a\\]', ['$x$', '\\(y\\)', '$$z$$', '\\[a\\]']],
    ['formula', 'from $5 to $10 or US$12 and $ 5$, \\$5 and $6\nto $7$8', []],
    ['formula', '$x$$y$ and $a\\$b$', ['$x$$y$', '$a\\$b$']],
    ['formula', '$$$ and $$$', []],
    ['formula', 'a $$ b\n\nc $$ d', []],
    ['formula', '$$\na\n\nb\n$$ c', ['$$\na\n\nb\n$$']],
    ['formula', '- \\[\n  a\n\n  b\n  \\]', ['\\[\n  a\n\n  b\n  \\]']],
    ['formula', '\\[ a', ['\\[ a']],
    ['formula', '\\begin{align*}\na\n\nb\n\\end{align*} c', ['\\begin{align*}\na\n\nb\n\\end{align*}']],
    ['formula', 'a \\begin{cases}b\\end{cases}, \\begin{x}c\\end{x} and \\beta', ['\\begin{cases}b\\end{cases}']],
    ['formula', '\\begin{matrix} a', ['\\begin{matrix} a']],
    ['formula', '\\[a] and \\(b)\n\nand \\\\(c\\)\n\n\\( \\)', []],
    ['formula', '`$a$` and $`b`$', ['$`b`$']],
    ['url', 'https://a.b/x_(c)[1], (www.a.b) and <http://a.b?$c$>', ['https://a.b/x_(c)[1],', 'www.a.b', 'http://a.b?$c$']],
    ['url', 'https://a.b/布。 https://a.b布 「http://a.b」', ['https://a.b/布', 'https://a.b', 'http://a.b']],
    ['url', 'https://a.b/c（布）Ｄ https://a.b/ＤＥ', ['https://a.b/c', 'https://a.b/']],
    ['url', 'a://b, xhttp://c, awww.d, httpe, www', []],
    ['url', '[a](/b_(c) "d") and ![e](<f g>)', ['](/b_(c) "d")', '](<f g>)']],
    ['url', '[a](b c) and \\](d)', []],
    ['tag', 'a <b c="$>" d>e</b > <br/> 1 < 2, <3, a<b, c>d <e,f>', ['<b c="$>" d>', '</b >', '<br/>']],
    ['escape', '\\\\ \\[a\\] \\a', ['\\\\']],
  ])('has this %s in it: %j', (kind, text, pieces) => {
    expect(findPieces(text, kind)).toEqual(pieces)
    expect(scanPieces(text.split(''))).toEqual(scanPieces([text]))
  })

  test('is quoted to the end of its line', () => {
    expect(scanPieces(['a\n> b `c`\n- > d\ne']).kinds).toBe('..>>>>CCC>>>>>>>.')
    expect(scanPieces(['a\n5. > b']).kinds).toBe('.'.repeat(8))
  })

  test('has a block that begins behind a code span whose end is too far away', () => {
    const tokens = ['``', 'word '.repeat(15), '\n', '\\begin{cases}']
    expect(scanPieces(tokens.join('').split(''))).toEqual(scanPieces(tokens))
  })

  const marks = [
    '``',
    '```',
    '~~~',
    '$$',
    '\n\n',
    '\\(',
    '\\)',
    '\\[',
    '\\]',
    '\\begin{cases}',
    '\\end{cases}',
    '](',
    '> ',
    '- ',
    '1. ',
    '# ',
  ]
  const words = ['http', 's://', 'www.', 'https://a.b/x', '<b c="', '</b>', 'word '.repeat(15)]
  const token = fc.constantFrom(...'a 5布$`~\\()[]<>/"\'\n\r\t#-*|:.?!_^{😀'.split(''), ...marks, ...words)
  const markdown = fc.array(token, { maxLength: 40 })

  test('goes on behind what was finished, as a reply that is continued does', () => {
    const scanned: string[] = []
    const scanner = new ProseScanner({ take: ({ kind, text }) => scanned.push(`${kind}: ${text}`) })
    scanner.push('```\na')
    scanner.finish()
    for (const piece of ['b\n', '```\n', 'and `', 'x', '`']) scanner.push(piece)
    scanner.finish()
    expect(scanned.slice(-2)).toEqual(['prose: and ', 'code: `x`'])
    expect(scanned.filter((segment) => segment.startsWith('prose'))).toEqual(['prose: \n', 'prose: and '])
  })

  test('is the same wherever the text is cut', () => {
    fc.assert(
      fc.property(markdown, (tokens) => {
        const text = tokens.join('')
        const whole = scanPieces([text])
        expect(whole.text).toBe(text)
        expect(scanPieces(tokens)).toEqual(whole)
        expect(scanPieces(text.split(''))).toEqual(whole)
      }),
      { numRuns: 3_000 },
    )
  })

  test('that is not decided can be passed on', () => {
    let given = ''
    let passed = ''
    const scanner = new ProseScanner({
      take: ({ text }) => (given += text),
      passUndecided(text) {
        const end = text.search(/\[|$/)
        passed += text.slice(0, end)
        return end
      },
    })
    scanner.push('a $x_[1')
    expect([given, passed]).toEqual(['a ', '$x_'])
    scanner.push('] and')
    expect([given, passed]).toEqual(['a ', '$x_'])
    scanner.push('$.')
    expect([given, passed]).toEqual(['a [1] and$.', '$x_'])
  })

  test('is decided when its end is too far away to be seen', () => {
    const far = 'x '.repeat(40)
    expect(scanPieces([`\`${far}\` a`]).kinds).toBe(`${'c'.repeat(82)}..`)
    expect(scanPieces([`\\(${far}\\) a`]).kinds).toBe(`${'f'.repeat(84)}..`)
    expect(scanPieces([`$\\${far}$ a`]).kinds).toBe(`${'f'.repeat(83)}..`)
    expect(scanPieces([`$${far}$ a`]).kinds).toMatch(/^\.+$/)
    expect(scanPieces([`<a b="${far}"> a`]).kinds).toBe(`${'t'.repeat(88)}..`)
    expect(scanPieces([`\`${far}\n\na`]).kinds).toBe(`${'c'.repeat(82)}..`)
  })

  const endless = [
    '`',
    '``a',
    '$',
    '$$',
    '$$a',
    '$a ',
    '\\',
    '\\(',
    '\\[',
    'a\\[',
    '\\begin{align}',
    'a\\begin{align}',
    '\\begin{',
    '\\(a\n',
    '[',
    ']',
    '](',
    '](a',
    '](<',
    '](a "',
    '<',
    '<a ',
    '<a b="',
    "<a b='",
    '</',
    '<a <',
    '>',
    '> ',
    '- ',
    '1. ',
    '#',
    '# ',
    '~',
    '~~~\n',
    '```\n',
    '- ```\n',
    '> ```\n',
    '\n',
    ' ',
    '\t\n',
    '|',
    ':',
    '.',
    'www.',
    'http://',
    'h',
    'https',
    'https://a(',
    '(',
    '[(',
    'a',
    '布',
    '*',
    '$\\$',
    '`$',
    '\\`',
    '\r\n',
    '`a\n',
  ]
  describe.each(endless)('of nothing but %j', (part) => {
    const text = part.repeat(200_000 / part.length)

    test('takes little time', () => {
      const began = process.cpuUsage()
      let length = 0
      new ProseScanner({ take: (segment) => (length += segment.text.length) }).finish(text)
      for (const segment of scanProse(text)) length -= segment.text.length
      expect(length).toBe(0)
      expect(process.cpuUsage(began).user).toBeLessThan(1_000_000)
    })

    test('is held back no longer than needed', () => {
      let given = 0
      let maxHeld = 0
      const scanner = new ProseScanner({ take: (segment) => (given += segment.text.length) })
      for (let at = 4; at <= 20_000; at += 4) {
        scanner.push(text.slice(at - 4, at))
        maxHeld = Math.max(maxHeld, at - given)
      }
      expect(maxHeld).toBeLessThan(300)
    })
  })
})
