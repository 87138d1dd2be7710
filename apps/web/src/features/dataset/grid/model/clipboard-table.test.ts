import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readClipboardTable, writeClipboardTable } from './clipboard-table.ts'

describe('a table on the clipboard', () => {
  test('has quotes around a cell with a line end, and two for one within', () => {
    expect(readClipboardTable('a\t"one\ntwo ""said"""\r\nb\t\r\n')).toEqual([
      ['a', 'one\ntwo "said"'],
      ['b', ''],
    ])
  })

  test('keeps a quote that is a mark of an inch', () => {
    expect(readClipboardTable('2"\t"3"x\n"\tplain')).toEqual([
      ['2"', '"3"x'],
      ['"', 'plain'],
    ])
  })

  test('has no row after its last line end, but an empty one between two', () => {
    expect(readClipboardTable('a\n\nb\n')).toEqual([['a'], [''], ['b']])
    expect(readClipboardTable('')).toEqual([])
  })

  test('keeps an empty cell at its end', () => {
    expect(readClipboardTable(writeClipboardTable([['a'], ['']]))).toEqual([['a'], ['']])
  })

  test('is read as it was written', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', '棉', ' ') })
    const table = fc
      .integer({ min: 1, max: 4 })
      .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }))
    fc.assert(
      fc.property(table, (rows) => {
        expect(readClipboardTable(writeClipboardTable(rows))).toEqual(rows)
      }),
    )
  })
})
