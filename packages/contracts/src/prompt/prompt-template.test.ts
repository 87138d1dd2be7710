import { describe, expect, test } from 'vitest'
import type { PromptVariable } from './prompt.ts'
import { fillPrompt, findPlaceholders, findPromptProblems } from './prompt-template.ts'

const variable = (key: string, rest: Partial<PromptVariable> = {}): PromptVariable => ({
  key,
  label: { default: key },
  type: 'text',
  ...rest,
})

describe('the text of a prompt', () => {
  test.each([
    ['a key with or without spaces', '{{a}} and {{ a }}', { a: '1' }, '1 and 1'],
    ['a value with braces', '{{a}} {{b}}', { a: '{{b}}', b: '{{a}}' }, '{{b}} {{a}}'],
    ['two values that have a pair of braces together', '{{a}}{{b}}', { a: '{{', b: 'a}}' }, '{{a}}'],
    ['signs of a replacement', '{{a}}', { a: "$& $1 $' $$" }, "$& $1 $' $$"],
    ['a key without a value', '{{ other }} {{constructor}}', { a: '1' }, '{{ other }} {{constructor}}'],
    ['the name of a property as a key', '{{constructor}}', { constructor: 'wool' }, 'wool'],
    ['an empty value', 'a{{b}}c', { b: '' }, 'ac'],
    ['other braces', '{{}} {a} {{{a}}}', { a: '1' }, '{{}} {a} {1}'],
  ])('is filled in by look-up, once: %s', (_, text, values, filled) => {
    expect(fillPrompt(text, new Map(Object.entries<string>(values)))).toBe(filled)
  })

  test('is read in a time that grows with its length', () => {
    const hostile = ['{{'.repeat(4_000), `{{${' '.repeat(7_990)}`, `${'{{ a '.repeat(1_600)}}}`]
    expect(hostile.map(findPlaceholders)).toEqual([[], [], ['a']])
  })

  test('has no variable that is not described', () => {
    const text = { default: '{{ fibre }}', th: '{{ fibre }} {{ Fibre }}', ja: '\\frac{{a}}{b}' }
    expect(findPromptProblems({ text, variables: [variable('fibre')] })).toEqual([
      { path: 'text/th', reason: 'unknown_variable' },
      { path: 'text/ja', reason: 'unknown_variable' },
    ])
  })
})

describe('a variable', () => {
  test('has a key of its own', () => {
    expect(findPromptProblems({ text: { default: 'a' }, variables: [variable('a'), variable('a')] })).toEqual([
      { path: 'variables/1/key', reason: 'duplicate_key' },
    ])
  })

  test.each([
    [{ type: 'choice' }, 'choices', 'choices_missing'],
    [{ type: 'text', choices: ['a'] }, 'choices', 'not_for_type'],
    [{ type: 'choice', choices: ['a'], default: 'b' }, 'default', 'default_invalid'],
    [{ type: 'number', default: '1,5' }, 'default', 'default_invalid'],
    [{ type: 'number', default: '0x10' }, 'default', 'default_invalid'],
    [{ type: 'date', default: '2026-02-30' }, 'default', 'default_invalid'],
    [{ type: 'text', default: 'a\nb' }, 'default', 'default_invalid'],
  ] as const)('that is %o has a problem with its %s', (rest, field, reason) => {
    const variables = [variable('a', rest as Partial<PromptVariable>)]
    expect(findPromptProblems({ text: { default: 'a' }, variables })).toEqual([{ path: `variables/0/${field}`, reason }])
  })

  test.each([
    { type: 'choice', choices: ['a', 'b'], default: 'b' },
    { type: 'number', default: '-1.50' },
    { type: 'date', default: '2028-02-29' },
    { type: 'long_text', default: 'a\nb' },
    { type: 'text', default: '' },
  ] as const)('may be %o', (rest) => {
    expect(findPromptProblems({ text: { default: 'a' }, variables: [variable('a', rest as Partial<PromptVariable>)] })).toEqual([])
  })
})
