import { describe, expect, test } from 'vitest'
import { BlockSplitter, type MarkdownBlock } from './blocks.ts'

const split = (text: string) => new BlockSplitter().split(text)
const texts = (blocks: readonly MarkdownBlock[]) => blocks.map((block) => (block.kind === 'code' ? block.code : block.text.trim()))

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

  test('leaves a list that numbers every item 1 in one piece', () => {
    expect(split(Array.from({ length: 100 }, () => '1. the same number and some words').join('\n')).blocks).toHaveLength(1)
  })

  test('hands the link definitions to all blocks', () => {
    const { blocks, definitions } = split('See [the loom][1].\n\nMore.\n\n[1]: https://example.test/loom')
    expect(blocks).toHaveLength(2)
    expect(definitions).toBe('[1]: https://example.test/loom')
  })

  test('keeps a text with footnotes whole, because a note alone would not be shown', () => {
    expect(split('A claim.[^1]\n\nMore.\n\n[^1]: The note.').blocks).toHaveLength(1)
  })
})
