import { expect, test } from 'vitest'
import { formatCell } from './format-cell.ts'

const words = { yes: 'Yes', no: 'No', formatNumber: String }

test('a cell as it would be stored is shown with its mark, its spread and the unit of its column', () => {
  const column = { unit: 'g/m2' }
  expect(formatCell(180, column, words)).toBe('180 g/m²')
  expect(formatCell({ number: 0.5, text: '<0.5', mark: '<' }, column, words)).toBe('<0.5 g/m²')
  expect(formatCell({ number: 23.5, text: '23.5 ± 0.4', mark: '±', spread: 0.4 }, column, words)).toBe('23.5 ± 0.4 g/m²')
  expect(formatCell({ number: null, text: 'n.d.', mark: 'n.d.' }, column, words)).toBe('n.d.')
})

test('a cell of another type is shown in words; an empty one has none', () => {
  expect([true, false, 'Denim', '2026-03-05', null].map((value) => formatCell(value, {}, words))).toEqual([
    'Yes',
    'No',
    'Denim',
    '2026-03-05',
    '',
  ])
})
