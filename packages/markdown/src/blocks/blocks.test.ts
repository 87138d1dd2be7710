import { describe, expect, test } from 'vitest'
import { BlockSplitter, type MarkdownBlock } from './blocks.ts'

const split = (text: string) => new BlockSplitter().split(text)
/** The text of a block, that of a table with its head once. */
function readText(block: MarkdownBlock): string {
  if (block.kind === 'table') return [block.head, ...block.groups].join('\n')
  return block.kind === 'code' ? block.code : block.text
}
const texts = (blocks: readonly MarkdownBlock[]) => blocks.map((block) => readText(block).trim())

const document = [
  '# Warp and weft',
  'A heddle raises **some** threads.\nOthers stay.',
  '1. first\n2. second\n\n   still second\n3. third',
  '```python\nprint(1)\n\nprint(2)\n```',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  '$$\nx = \\frac{1}{2}\n\ny\n$$',
  '\\[\na^2\n\\]',
  '> quoted\n> more',
  'The end, with `code` and \\(x\\).',
].join('\n\n')

describe('splitting Markdown into blocks', () => {
  test('gives each top-level construct a block of its own', () => {
    const { blocks } = split(document)
    expect(blocks).toHaveLength(9)
    expect(blocks[3]).toEqual({ kind: 'code', code: 'print(1)\n\nprint(2)', language: 'python', isClosed: true })
    expect(texts(blocks)[5]).toBe('$$\nx = \\frac{1}{2}\ny\n$$')
    expect(texts(blocks)[6]).toBe('$$\na^2\n$$')
  })

  test.each([1, 3, 7, 40])('ends with the same blocks when the text grows by %i characters', (step) => {
    const splitter = new BlockSplitter()
    for (let end = step; end < document.length; end += step) splitter.split(document.slice(0, end))
    expect(splitter.split(document)).toEqual(split(document))
  })

  test('keeps the very objects of finished blocks', () => {
    const splitter = new BlockSplitter()
    const before = splitter.split(document).blocks
    const after = splitter.split(`${document}\n\nOne more paragraph.`).blocks
    expect(after[0]).toBe(before[0])
    expect(after[5]).toBe(before[5])
  })

  test('starts again when the text was replaced', () => {
    const splitter = new BlockSplitter()
    splitter.split(document)
    expect(splitter.split('Something else')).toEqual(split('Something else'))
  })

  test('knows an open code block from a closed one', () => {
    const open = split('```js\nlet a = 1').blocks[0]
    const closed = split('```js\nlet a = 1\n```').blocks[0]
    expect(open).toMatchObject({ kind: 'code', isClosed: false })
    expect(closed).toMatchObject({ kind: 'code', isClosed: true })
  })

  test('shows an open formula as its source', () => {
    expect(texts(split('$$\n\\frac{1').blocks)).toEqual(['~~~tex\n$$\n\\frac{1\n~~~'])
  })

  test('cuts a very long list into groups that go on counting', () => {
    const list = Array.from({ length: 100 }, (_, index) => `${index + 1}. item number ${index + 1} with some words`).join('\n')
    const { blocks } = split(list)
    expect(blocks.length).toBeGreaterThan(3)
    expect(texts(blocks).join('\n')).toBe(list)
  })

  test('numbers the groups of a list that says 1 everywhere, and moves what is in their first items along', () => {
    const { blocks } = split(
      Array.from({ length: 100 }, (_, index) => `1. the same number and some words\n   - nested ${index}\n`).join(''),
    )
    const begins = blocks.map((block) => readText(block).split('\n').slice(0, 2))
    expect(blocks.length).toBeGreaterThan(3)
    expect(begins.slice(0, 2)).toEqual([
      ['1. the same number and some words', '   - nested 0'],
      ['18. the same number and some words', '    - nested 17'],
    ])
  })

  test('cuts the rows of a long table, a long paragraph at its lines, and a long quote between its paragraphs', () => {
    const rows = Array.from({ length: 300 }, (_, index) => `| 第 ${index} 列 | ${'說明'.repeat(30)} | $x_${index}$ |`)
    const [table, ...others] = split(['| 名 | 說明 | 式 |', '|---|---|---|', ...rows].join('\n')).blocks
    expect(others).toEqual([])
    if (table?.kind !== 'table') throw new Error('It is no table')
    expect(table.groups.length).toBeGreaterThan(20)
    expect(table.groups.join('\n').split('\n')).toEqual(rows)

    const lines = Array.from({ length: 1_000 }, (_, index) => `一、第 ${index} 項的說明，有**「重點」**。`).join('\n')
    const quote = Array.from({ length: 2_000 }, (_, index) => `> 第 ${index} 段的說明\n>\n`).join('')
    for (const long of [lines, quote]) {
      const pieces = split(long).blocks.map((block) => readText(block))
      expect(pieces.length).toBeGreaterThan(1)
      expect(pieces.join('')).toBe(long)
      expect(pieces.every((piece) => piece.length <= 16_000)).toBe(true)
    }
  })

  test('hands the link definitions to all blocks', () => {
    const { blocks, definitions } = split('See [the loom][1].\n\nMore.\n\n[1]: https://example.test/loom')
    expect(blocks).toHaveLength(2)
    expect(definitions).toBe('[1]: https://example.test/loom')
  })

  test('takes the footnotes out, with the lines that go on in them', () => {
    const { blocks, notes } = split('A claim.[^1]\n\nMore.\n\n[^1]: The note\ngoes on.\n\n    A second paragraph.\n\nAfter.\n[^註]: Two.')
    expect(texts(blocks)).toEqual(['A claim.[^1]', 'More.', 'After.'])
    expect(notes).toMatchObject([
      { label: '1', text: 'The note\ngoes on.\n\nA second paragraph.' },
      { label: '註', text: 'Two.' },
    ])
  })

  test('keeps what folds in one block', () => {
    const folded = '<details>\n<summary>S</summary>\n\n```\n</details>\n```\n\n</details>'
    expect(texts(split(`before\n${folded}\nafter`).blocks)).toEqual(['before', folded, 'after'])
  })

  test('takes the footnotes out of what folds, though it is not closed', () => {
    const { blocks, notes } = split('<details>\nA[^1].\n\n```\n[^2]: code\n```\n\n[^1]: The note.\n')
    expect(texts(blocks)).toEqual(['<details>\nA[^1].\n\n```\n[^2]: code\n```'])
    expect(notes).toMatchObject([{ label: '1', text: 'The note.' }])
  })
})
