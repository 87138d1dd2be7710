import { expect, test } from 'vitest'
import { createPassageRows, readRows, readTable } from './table-rows.ts'

const text = ['| fibre | note |', '| --- | --- |', '| wool | warm |', String.raw`| silk | a \| b |`, '| | |'].join('\n')

test('reads header and rows, with escaped bars in the cells', () => {
  expect(readTable(text, createPassageRows(null))).toEqual({
    header: ['fibre', 'note'],
    rows: [
      { cells: ['wool', 'warm'], isCited: false },
      { cells: ['silk', 'a | b'], isCited: false },
      { cells: ['', ''], isCited: false },
    ],
  })
})

test('marks the rows of the passage as cited', () => {
  expect(readTable(text, createPassageRows('| wool | warm |\n'))?.rows.map(({ isCited }) => isCited)).toEqual([true, false, false])
})

test('says of each row where it stands in the text', () => {
  const silk = text.indexOf('| silk')
  const rows = readTable(text, ({ from, to }) => from <= silk && silk < to)?.rows
  expect(rows?.map(({ isCited }) => isCited)).toEqual([false, true, false])
})

test('reads the rows of a passage without their header', () => {
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

test('returns null for other text', () => {
  expect(readTable('| a bar\nand more', () => false)).toBeNull()
  expect(readTable('', () => false)).toBeNull()
})
