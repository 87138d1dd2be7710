import { expect, test } from 'vitest'
import { markCitations } from './citations.ts'

type Node = Parameters<ReturnType<typeof markCitations>>[0]

const buildText = (value: string): Node => ({ type: 'text', value })
const buildElement = (tagName: string, ...children: Node[]): Node => ({ type: 'element', tagName, children })

/** Formats the tree as text, a citation as `<1>`. */
const toText = (node: Node): string => {
  const inner = node.value ?? (node.children ?? []).map(toText).join('')
  return node.tagName === 'cite' ? `<${inner}>` : inner
}

function toMarkedText(...children: Node[]): string {
  const tree: Node = { type: 'root', children }
  markCitations()(tree)
  return toText(tree)
}

test.each([
  ['Wool shrinks [1].', 'Wool shrinks <1>.'],
  ['羊毛會縮水[1][12]。', '羊毛會縮水<1><12>。'],
  ['[1] at the start, at the end [2]', '<1> at the start, at the end <2>'],
])('finds the numbers in %j', (given, expected) => {
  expect(toMarkedText(buildElement('p', buildText(given)))).toBe(expected)
})

test.each(['no numbers [a]', '[^1]', '[1', '1]', '[ ]', '[1, 2]', '[1.5]', '[1234]', ''])('leaves %j alone', (given) => {
  expect(toMarkedText(buildElement('p', buildText(given)))).toBe(given)
})

test('gives the last citation of a statement the statement, through emphasis and within its block', () => {
  const paragraph = buildElement('p', buildText('Wool felts. Cotton '), buildElement('strong', buildText('shrinks')), buildText(' [1][2].'))
  const tree: Node = { type: 'root', children: [paragraph, buildElement('p', buildText('Silk shines [3].'))] }
  markCitations()(tree)
  const cites = (node: Node): unknown[] => (node.tagName === 'cite' ? [node.properties] : (node.children ?? []).flatMap(cites))
  expect(cites(tree)).toEqual([
    {},
    { dataStatement: 'Cotton shrinks', dataNumbers: '1 2' },
    { dataStatement: 'Silk shines', dataNumbers: '3' },
  ])
})

test('marks citations in emphasis, lists and tables, and not in code and links', () => {
  const list = buildElement('ul', buildElement('li', buildElement('strong', buildText('Wool [1]'))))
  const code = buildElement('p', buildElement('code', buildText('array[1]')), buildElement('a', buildText('[1]')), buildText(' [2]'))
  expect(toMarkedText(list, buildElement('pre', buildElement('code', buildText('a[1]'))), code)).toBe('Wool <1>a[1]array[1][1] <2>')
})
