import { expect, test } from 'vitest'
import { findSlash, type Slash } from './slash.ts'

/** Types a text letter by letter, as the composer is told of it. */
function type(text: string, { isComposing = false } = {}) {
  let slash: Slash | null = null
  for (let end = 1; end <= text.length; end += 1) slash = findSlash(slash, text.slice(0, end), end, isComposing)
  return slash
}

test.each([
  ['/', ''],
  ['/ten', 'ten'],
  ['/tensile test', 'tensile test'],
  [' /ten', 'ten'],
  ['one\n/', ''],
  ['one\n  /抗張', '抗張'],
  ['／強', '強'],
])('%j asks for a prompt', (text, query) => {
  expect(type(text)).toMatchObject({ query, start: text.search(/[/／]/), end: text.length })
})

test.each(['one /', 'and/or', '/one\n', 'https://x'])('%j asks for none', (text) => {
  expect(type(text)).toBeNull()
})

test('a slash of an input method, a pasted path and a closed list ask for none', () => {
  expect(type('/', { isComposing: true })).toBeNull()
  expect(findSlash(null, '/usr/bin', 8, false)).toBeNull()
  expect(findSlash(null, '/t', 2, false)).toBeNull()
})

test('the name may be composed by an input method', () => {
  expect(findSlash(type('/'), '/ㄑ', 2, true)).toMatchObject({ query: 'ㄑ' })
})

test('a caret before the slash ends it', () => {
  expect(findSlash(type('/ten'), '/ten', 0, false)).toBeNull()
})
