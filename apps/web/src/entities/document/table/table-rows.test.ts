import { expect, test } from 'vitest'
import { createPassageRows, readRows, readCitedTable } from './table-rows.ts'

const unmarked = { isCited: false, isSentence: false }
const text = ['| fibre | note |', '| --- | --- |', '| wool | warm |', String.raw`| silk | a \| b |`, '| | |'].join('\n')

test('reads header and rows, with escaped bars in the cells', () => {
  expect(readCitedTable(text, { isCited: createPassageRows(null) })).toEqual({
    header: ['fibre', 'note'],
    rows: [
      { cells: ['wool', 'warm'], ...unmarked },
      { cells: ['silk', 'a | b'], ...unmarked },
      { cells: ['', ''], ...unmarked },
    ],
    opensAt: -1,
  })
})

test('marks the rows of the passage as cited', () => {
  expect(readCitedTable(text, { isCited: createPassageRows('| wool | warm |\n') })?.rows.map(({ isCited }) => isCited)).toEqual([
    true,
    false,
    false,
  ])
})

test('says of each row where it stands in the text', () => {
  const silk = text.indexOf('| silk')
  const rows = readCitedTable(text, { isCited: ({ from, to }) => from <= silk && silk < to })?.rows
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

test('opens at the row of the cited sentence, else at the best range', () => {
  const [wool, silk] = ['| wool', '| silk'].map((row) => ({ from: text.indexOf(row), to: text.indexOf(row) + row.length }))
  const isCited = () => true
  expect(readCitedTable(text, { isCited, sentence: silk!, best: wool! })).toMatchObject({
    opensAt: 1,
    rows: [{ isSentence: false }, { isSentence: true }, {}],
  })
  expect(readCitedTable(text, { isCited, sentence: null, best: silk! })?.opensAt).toBe(1)
  expect(readCitedTable(text, { isCited })?.opensAt).toBe(0)
})

test('returns null for other text, so that none of it is left out', () => {
  const isCited = () => false
  expect(readCitedTable('| a bar\nand more', { isCited })).toBeNull()
  expect(readCitedTable('', { isCited })).toBeNull()
  expect(readCitedTable(`${text}\n\nChart: 12 %`, { isCited })).toBeNull()
  expect(readCitedTable(`${text}\n\n${text}`, { isCited })).toBeNull()
})
