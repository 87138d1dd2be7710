// A cell of a file is a cell of its column, or an error with a code.
import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import { Cells } from '@heddle/contracts/dataset/cell'
import type { ColumnReading } from '@heddle/contracts/dataset/import'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RawCell } from '@heddle/contracts/dataset/import'
import { createCellReader } from './read-cell.ts'

type Column = Pick<DatasetColumn, 'type'> & Partial<DatasetColumn>

const read = (cell: RawCell, column: Column, reading: ColumnReading = {}) => {
  const result = createCellReader({ id: 'c1', name: { default: 'Column' }, ...column }, reading)(cell)
  return 'value' in result ? result.value : result.problem
}

const number: Column = { type: 'number' }
const force: Column = { type: 'number', unit: 'N' }
const grade: Column = { type: 'number', unit: 'grade' }
const comma: ColumnReading = { decimal_comma: true, thousands: true }

describe('a cell of a column of numbers', () => {
  test.each<[RawCell, unknown, Column?, ColumnReading?]>([
    [12.5, 12.5],
    ['12.5', 12.5],
    ['12.50', { number: 12.5, text: '12.50' }],
    ['-0', 0],
    ['１２．５', { number: 12.5, text: '１２．５' }],
    ['๑๒.๕', { number: 12.5, text: '๑๒.๕' }],
    ['1.2e3', { number: 1200, text: '1.2e3' }],
    ['<0.5', { number: 0.5, text: '<0.5', mark: '<' }],
    ['≦ 20', { number: 20, text: '≦ 20', mark: '≤' }],
    ['23.5 ± 0.4', { number: 23.5, text: '23.5 ± 0.4', mark: '±', spread: 0.4 }],
    ['n.d.', { number: null, text: 'n.d.', mark: 'n.d.' }],
    ['未檢出', { number: null, text: '未檢出', mark: 'n.d.' }],
    ['—', null],
    ['N/A', null],
    [null, null],
    ['未測', 'not_a_number'],
    ['未測', null, number, { empty_words: ['未測'] }],
    ['1,234', 'unexpected_separator'],
    ['1,234', { number: 1234, text: '1,234' }, number, { thousands: true }],
    ['1,234.5', { number: 1234.5, text: '1,234.5' }, number, { thousands: true }],
    ['1.234,5', { number: 1234.5, text: '1.234,5' }, number, comma],
    ['12,5', { number: 12.5, text: '12,5' }, number, comma],
    ['12.5', 'unexpected_separator', number, comma],
    ['1 234,5', { number: 1234.5, text: '1 234,5' }, number, comma],
    ['20~25', 'range'],
    ['broken', 'not_a_number'],
    ['12 pieces', 'unknown_unit'],
    [true, 'not_a_number'],
    [{ date: '2026-05-04' }, 'date_for_number', grade],
    ['4-5', { number: 4.5, text: '4-5' }, grade],
    ['4', 4, grade],
    ['4-5', 'range'],
    [{ error: '#DIV/0!' }, 'cell_error'],
    [{ formula: '=1/3' }, 'formula_uncalculated'],
    [
      { number: 0.125, shown: '12.50%' },
      { number: 12.5, text: '12.50%' },
      { type: 'number', unit: '%' },
    ],
    [{ number: 1234.5, shown: '1,234.50 cN' }, { number: 12.345, text: '1,234.50 cN' }, force],
    ['0.8 kN', { number: 800, text: '0.8 kN' }, force],
    ['12 g', 'different_quantity', force],
    [80, { number: 0.8, text: '80 cN' }, force, { unit: 'cN' }],
    ['80', { number: 0.8, text: '80 cN' }, force, { unit: 'cN' }],
    ['80 N', { number: 80, text: '80 N' }, force, { unit: 'cN' }],
    ['<20', { number: 29.527_062, text: '<20 Ne', mark: '>' }, { type: 'number', unit: 'tex' }, { unit: 'Ne' }],
    ['n.d.', { number: null, text: 'n.d.', mark: 'n.d.' }, force, { unit: 'cN' }],
    ['0', 'zero_reciprocal', { type: 'number', unit: 'tex' }, { unit: 'Ne' }],
    ['1e999', 'out_of_range'],
    ['12\u200b', 'invisible_character'],
    ['12.5', 'not_an_integer', { type: 'integer' }],
    ['12', 12, { type: 'integer' }],
    ['12.0', { number: 12, text: '12.0' }, { type: 'integer' }],
    ['9007199254740993', 'not_an_integer', { type: 'integer' }],
  ])('%j is %j', (cell, expected, column = number, reading = {}) => {
    const value = read(cell, column, reading)
    expect(
      typeof value === 'object' && value !== null && value.number !== null ? { ...value, number: Number(value.number.toFixed(6)) } : value,
    ).toEqual(expected)
  })

  test('that is too long is none', () => {
    expect(read('9'.repeat(300), number)).toBe('too_long')
    expect(read('x'.repeat(32_001), { type: 'text' })).toBe('too_long')
  })

  test('that is a plain number is the same as one that is read with care', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e12, max: 1e12 }), (value) => {
        const text = String(value)
        const cell = read(text, number)
        const stored = typeof cell === 'object' && cell !== null ? cell.number : cell
        expect(stored).toBe(value + 0)
      }),
    )
  })
})

describe('a cell of another column', () => {
  const fibre: Column = {
    type: 'choice',
    choices: [{ value: 'cotton', name: { default: 'Cotton', zhHant: '棉', th: 'ฝ้าย' }, synonyms: ['CO'] }, { value: '羊毛' }],
  }

  test.each<[RawCell, unknown, Column, ColumnReading?]>([
    ['ｃｏｔｔｏｎ', 'cotton', fibre],
    ['棉', 'cotton', fibre],
    ['co', 'cotton', fibre],
    ['silk', 'not_a_choice', fibre],
    ['是', true, { type: 'boolean' }],
    ['いいえ', false, { type: 'boolean' }],
    ['ไม่ใช่', false, { type: 'boolean' }],
    ['Có', true, { type: 'boolean' }],
    ['Yes', true, { type: 'boolean' }],
    ['○', true, { type: 'boolean' }],
    [0, false, { type: 'boolean' }],
    ['合格', 'not_a_boolean', { type: 'boolean' }],
    ['合格', true, { type: 'boolean' }, { true_words: ['合格'], false_words: ['不合格'] }],
    ['2', 'not_a_boolean', { type: 'boolean' }],
    [{ date: '2026-05-04' }, '2026-05-04', { type: 'date' }],
    [{ date: '2026-05-04 09:30:00' }, '2026-05-04', { type: 'date' }],
    [{ date: '1900-02-29' }, 'not_a_date', { type: 'date' }],
    [45_418, 'number_for_date', { type: 'date' }],
    [20_240_506, '2024-05-06', { type: 'date' }],
    ['6/5/2024', 'date_ambiguous', { type: 'date' }],
    ['=1+1', '=1+1', { type: 'text' }],
    [{ number: 42, shown: '00042' }, '00042', { type: 'text' }],
    ['-', null, { type: 'text' }],
    ['n', 'n', { type: 'text' }],
  ])('%j is %j', (cell, expected, column, reading = {}) => {
    expect(read(cell, column, reading)).toEqual(expected)
  })

  test('of any text, in a column of any type, fits the contract', () => {
    const types = fc.constantFrom<Column>(
      { type: 'number' },
      { type: 'integer' },
      { type: 'date' },
      { type: 'boolean' },
      { type: 'text' },
      fibre,
      grade,
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), types, (text, column) => {
        const result = createCellReader({ id: 'c1', name: { default: 'x' }, ...column }, {})(text)
        expect('problem' in result || Cells.safeParse({ c1: result.value }).success).toBe(true)
      }),
    )
  })
})
