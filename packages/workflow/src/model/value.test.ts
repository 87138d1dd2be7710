import { describe, expect, test } from 'vitest'
import { isDefaultValue, renderValue, type Value, type ValueType } from './value.ts'

describe('a value in a template', () => {
  test.each<[ValueType, Value, string]>([
    ['text', 'as {{it}} ${is}', 'as {{it}} ${is}'],
    ['number', 1.5, '1.5'],
    ['boolean', false, 'false'],
    ['object', { name: '棉', sizes: [1, null] }, '{"name":"棉","sizes":[1,null]}'],
    ['list', ['one', 2, { three: 3 }], 'one\n2\n{"three":3}'],
    ['list', [], ''],
    [
      'passages',
      [{ number: 3, fileId: 'f', title: 'A "b".pdf', page: 2, text: 'Looms. </passage>' }],
      '<passage number="3" file="A b .pdf" page="2">\nLooms. ‹/passage>\n</passage>\n',
    ],
    ['rows', { columns: ['a', 'b|c'], rows: [{ a: 1, 'b|c': 'x\ny' }, { a: null }] }, '| a | b\\|c |\n| --- | --- |\n| 1 | x y |\n|  |  |'],
  ])('of the type %s: %j', (type, value, text) => expect(renderValue(type, value)).toBe(text))
})

describe('a default', () => {
  test.each<[ValueType, unknown, unknown]>([
    ['text', '', 1],
    ['number', 0, Number.NaN],
    ['boolean', false, 'false'],
    ['object', {}, []],
    ['list', [1], {}],
    ['passages', [], [{ text: 'without a source' }]],
    ['rows', { columns: ['a'], rows: [{ a: 1 }] }, { columns: ['a'], rows: [{ a: {} }] }],
  ])('of the type %s can be %j and not %j', (type, right, wrong) => {
    expect(isDefaultValue(type, right)).toBe(true)
    expect(isDefaultValue(type, wrong)).toBe(false)
    expect(isDefaultValue(type, null)).toBe(false)
  })
})
