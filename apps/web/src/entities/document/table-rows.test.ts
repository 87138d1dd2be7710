import { expect, test } from 'vitest'
import { readRows, readTable } from './table-rows.ts'

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

test('the rows of a passage are read without the header that they are from', () => {
  expect(readRows('| wool | 40 |\n| silk | 5 |\n')).toEqual([
    ['wool', '40'],
    ['silk', '5'],
  ])
  expect(readRows('| fibre | note |\n| --- | --- |\n| wool | |')).toEqual([
    ['fibre', 'note'],
    ['wool', ''],
  ])
  expect(readRows('Wool:\n| wool | 40 |')).toBeNull()
})

test('other text is no table', () => {
  expect(readTable('| a bar\nand more', null)).toBeNull()
  expect(readTable('', null)).toBeNull()
})
