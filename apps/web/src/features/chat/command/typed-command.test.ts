import { expect, test } from 'vitest'
import { mention } from '../mention/mention.ts'
import { slash } from '../prompt/slash.ts'
import { type CommandSign, findCommand, type TypedCommand } from './typed-command.ts'

/** Types a text letter by letter, as the composer is told of it. */
function type(text: string, { isComposing = false, sign = slash }: { isComposing?: boolean; sign?: CommandSign } = {}) {
  let command: TypedCommand | null = null
  for (let end = 1; end <= text.length; end += 1) command = findCommand(sign, command, text.slice(0, end), end, isComposing)
  return command
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
  expect(findCommand(slash, null, '/usr/bin', 8, false)).toBeNull()
  expect(findCommand(slash, null, '/t', 2, false)).toBeNull()
})

test('the name may be composed by an input method', () => {
  expect(findCommand(slash, type('/'), '/ㄑ', 2, true)).toMatchObject({ query: 'ㄑ' })
})

test('a caret before the slash ends it', () => {
  expect(findCommand(slash, type('/ten'), '/ten', 0, false)).toBeNull()
})

test.each([
  ['@', ''],
  ['@dye', 'dye'],
  ['Please ask @Dye house', 'Dye house'],
  ['one\n@', ''],
  ['請@染整', '染整'],
  ['＠染', '染'],
  ['a@b @c', 'c'],
])('%j asks for an expert', (text, query) => {
  expect(type(text, { sign: mention })).toMatchObject({ query, end: text.length })
})

test.each(['weaver@mill', 'weaver@mill.example', '@ 5 pm', 'at @ noon', '@dye\n'])('%j asks for no expert', (text) => {
  expect(type(text, { sign: mention })).toBeNull()
})
