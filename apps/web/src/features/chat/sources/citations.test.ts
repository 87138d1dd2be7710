import { expect, test } from 'vitest'
import { markCitations } from './citations.ts'

type Node = Parameters<ReturnType<typeof markCitations>>[0]

const text = (value: string): Node => ({ type: 'text', value })
const element = (tagName: string, ...children: Node[]): Node => ({ type: 'element', tagName, children })

/** The tree as text, a citation as `<1>`. */
const toText = (node: Node): string => {
  const inner = node.value ?? (node.children ?? []).map(toText).join('')
  return node.tagName === 'cite' ? `<${inner}>` : inner
}

function marked(...children: Node[]): string {
  const tree: Node = { type: 'root', children }
  markCitations()(tree)
  return toText(tree)
}

test.each([
  ['Wool shrinks [1].', 'Wool shrinks <1>.'],
  ['羊毛會縮水[1][12]。', '羊毛會縮水<1><12>。'],
  ['[1] at the start, at the end [2]', '<1> at the start, at the end <2>'],
])('finds the numbers in %j', (given, expected) => {
  expect(marked(element('p', text(given)))).toBe(expected)
})

test.each(['no numbers [a]', '[^1]', '[1', '1]', '[ ]', '[1, 2]', '[1.5]', '[1234]', ''])('leaves %j alone', (given) => {
  expect(marked(element('p', text(given)))).toBe(given)
})

test('goes into what is emphasised, listed and tabled, and stays out of code and links', () => {
  const list = element('ul', element('li', element('strong', text('Wool [1]'))))
  const code = element('p', element('code', text('array[1]')), element('a', text('[1]')), text(' [2]'))
  expect(marked(list, element('pre', element('code', text('a[1]'))), code)).toBe('Wool <1>a[1]array[1][1] <2>')
})
