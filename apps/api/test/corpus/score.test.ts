// The score sees each kind of loss; one that does not would say that all is well.
import { describe, expect, test } from 'vitest'
import { countLost, scoreReading } from './score.ts'

const table = '| Specimen | Strength (N) |\n| --- | --- |\n| Warp | 512 |\n| Weft | 478 |'

describe('a score', () => {
  test.each([
    ['humid', 'hu mid', 1],
    ['512 N', 'weft 478 N, warp 512 N', 0],
    ['工作日誌', '宸ヤ綔鏃ヨ獙', 4],
    ['abc', '', 3],
  ])('of %s read as %s loses %i characters', (passage, text, lost) => {
    expect(countLost(passage, text)).toBe(lost)
  })

  test('counts a number with its unit only where both stand alone', () => {
    const lose = (text: string) => scoreReading({ passages: [], numbers: ['25.3 °C', '10⁶ Pa'] }, { text, findings: [] }).numbers.lost
    expect(['25.3 °C, 10⁶ Pa', '25.3\u00a0°C, 10^6 Pa', '125.3 °C, 10⁶ Pa', '25.3 ーC, 106 Pa'].map(lose)).toEqual([0, 0, 1, 2])
  })

  test('counts a cell only below the name of its column', () => {
    const lose = (column: string) =>
      scoreReading({ passages: [], cells: [{ row: 'Weft', column, value: '478' }] }, { text: table, findings: [] }).cells.lost
    expect([lose('Strength (N)'), lose('Specimen')]).toEqual([0, 1])
  })

  test('is silent where something is lost and nothing is said', () => {
    const expected = { passages: ['lost'], absent: ['106 Pa'] }
    expect(scoreReading(expected, { text: '', findings: [] }).isSilent).toBe(true)
    expect(scoreReading(expected, { text: '', findings: ['cut'] })).toMatchObject({ isSilent: false, needless: ['cut'] })
    expect(scoreReading(expected, { text: 'lost, 106 Pa', findings: [] })).toMatchObject({ isSilent: true, faults: ['wrongly “106 Pa”'] })
  })

  test('is silent where a finding is missing that another does not replace', () => {
    const expected = { passages: [], findings: [{ kind: 'hidden', unless: 'secret' }] } as const
    expect(scoreReading(expected, { text: '', findings: ['cut'] }).isSilent).toBe(true)
    expect(scoreReading(expected, { text: 'secret', findings: [] }).isSilent).toBe(false)
  })
})
