import { expect, test } from 'vitest'
import { readTable } from './table-rows.ts'

const text = ['| fibre | note |', '| --- | --- |', '| wool | warm |', String.raw`| silk | a \| b |`, '| | |'].join('\n')

test('a table has a header and rows, with bars in its cells', () => {
  expect(readTable(text, null)).toEqual({
    header: ['fibre', 'note'],
    rows: [
      { cells: ['wool', 'warm'], isCited: false },
      { cells: ['silk', 'a | b'], isCited: false },
      { cells: ['', ''], isCited: false },
    ],
  })
})

test('the rows of the passage are cited', () => {
  expect(readTable(text, '| wool | warm |\n')?.rows.map(({ isCited }) => isCited)).toEqual([true, false, false])
})

test('other text is no table', () => {
  expect(readTable('| a bar\nand more', null)).toBeNull()
  expect(readTable('', null)).toBeNull()
})
