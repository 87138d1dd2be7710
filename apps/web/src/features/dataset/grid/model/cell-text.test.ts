import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import { describe, expect, test } from 'vitest'
import { readCell, writeCell } from './cell-text.ts'

const column = (more: Partial<DatasetColumn>): DatasetColumn => ({ id: 'c1', name: { default: 'Column' }, type: 'text', ...more })
const words = { yes: 'Yes', no: 'No' }

describe('a text of a cell', () => {
  test.each([
    ['text', '  棉布 ', '  棉布 '],
    ['text', '   ', null],
    ['number', '12.5', 12.5],
    ['number', '12.50', { number: 12.5, text: '12.50' }],
    ['number', '<0.5', { number: 0.5, text: '<0.5', mark: '<' }],
    ['number', '23.5 ± 0.4', { number: 23.5, text: '23.5 ± 0.4', mark: '±', spread: 0.4 }],
    ['number', 'n.d.', { number: null, text: 'n.d.', mark: 'n.d.' }],
    ['number', '８００', { number: 800, text: '８００' }],
    ['integer', '7', 7],
    ['boolean', 'Có', true],
    ['boolean', 'いいえ', false],
    ['date', '2026/1/5', '2026-01-05'],
  ] as const)('in a column of type %s, %j is %j', (type, text, value) => {
    expect(readCell(column({ type }), text)).toEqual({ value })
  })

  test.each([
    ['number', 'about 5', 'not_a_number'],
    ['number', '1,234', 'not_a_number'],
    ['integer', '7.5', 'not_an_integer'],
    ['boolean', 'perhaps', 'not_a_boolean'],
    ['date', '2026-02-30', 'not_a_date'],
    ['date', '1/5/2026', 'not_a_date'],
    ['text', 'a'.repeat(32_001), 'too_long'],
  ] as const)('in a column of type %s, %j stays, with its problem', (type, text, problem) => {
    expect(readCell(column({ type }), text)).toEqual({ text, problem })
  })

  test('in a column with a unit, is converted from another one and stays beside the number', () => {
    expect(readCell(column({ type: 'number', unit: 'N' }), '0.8 kN')).toEqual({ value: { number: 800, text: '0.8 kN' } })
  })

  test('is a choice by its value, its names and its synonyms', () => {
    const fibre = column({ type: 'choice', choices: [{ value: 'cotton', name: { default: 'Cotton', zhHant: '棉' }, synonyms: ['CO'] }] })
    expect(['cotton', '棉', 'co'].map((text) => readCell(fibre, text))).toEqual([
      { value: 'cotton' },
      { value: 'cotton' },
      { value: 'cotton' },
    ])
    expect(readCell(fibre, 'wool')).toEqual({ text: 'wool', problem: 'not_a_choice' })
  })
})

test('what a cell shows is read as the same value', () => {
  const values = [
    ['number', { number: 0.5, text: '<0.5', mark: '<' }],
    ['boolean', true],
    ['boolean', false],
    ['integer', -3],
    ['text', null],
  ] as const
  for (const [type, value] of values) expect(readCell(column({ type }), writeCell({ value }, words))).toEqual({ value })
})
