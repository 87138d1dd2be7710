import { describe, expect, test } from 'vitest'
import { splitHeader } from './split-header.ts'

describe('the header of a column', () => {
  test.each([
    ['強力 (N)', '強力', 'N'],
    ['強力（Ｎ）', '強力', 'N'],
    ['強力（N)', '強力', 'N'],
    ['Tenacity [cN/tex]', 'Tenacity', 'cN/tex'],
    ['ความแข็งแรง (N)', 'ความแข็งแรง', 'N'],
    ['Độ bền (cN)', 'Độ bền', 'cN'],
    ['Force, N', 'Force', 'N'],
    ['強力，cN', '強力', 'cN'],
    ['單位重 g/m²', '單位重', 'g/m2'],
    ['單位重g/m²', '單位重', 'g/m2'],
    ['緯密根/10cm', '緯密', 'threads/10cm'],
    ['Threads per cm (threads/cm)', 'Threads per cm', 'threads/cm'],
    ['Linear density dtex', 'Linear density', 'dtex'],
    ['Yarn count Ne', 'Yarn count', 'Ne'],
    ['Elongation at break %', 'Elongation at break', '%'],
    ['CV%', 'CV', '%'],
    ['伸長率％', '伸長率', '%'],
    ['Force (warp) (N)', 'Force (warp)', 'N'],
    ['強力 (N) 經向', '強力 經向', 'N'],
    ['断裂强度/(cN/tex)', '断裂强度', 'cN/tex'],
    ['Air permeability (L/(m²·s))', 'Air permeability', 'l/m2/s'],
    ['Count [番手(英式)]', 'Count', 'Ne'],
    ['Time (min)', 'Time', 'min'],
    ['Color fastness\n(grade)', 'Color fastness', 'grade'],
    ['pH', 'pH', 'pH'],
    ['g/m²', 'g/m²', 'g/m2'],
  ])('%s is %s in %s', (header, name, unit) => {
    expect(splitHeader(header)).toEqual({ name, unit, candidates: [] })
  })

  test.each([
    'Force (warp)',
    'Warp/weft',
    'Strength (n)',
    'Elongation (50 N)',
    'Stress at 5 %',
    'Load@10%',
    'Pressure at 5 kPa',
    'Specimen N',
    'Torque Nm',
    'Tenacity min',
    'Tenacity, min',
    'Change in',
    'N',
    'min',
    '米',
    '稻米',
    '毛重公斤',
    'Stitches/cm',
    'Stitches / inch',
    'Abrasion (times/min)',
    'Load (N/5cm)',
    'Fiber (PA)',
    'Size (M)',
    'Brackets (open',
    ')(',
    '()',
    '',
  ])('keeps what is no unit: %s', (header) => {
    expect(splitHeader(header)).toEqual({ name: header, unit: null, candidates: [] })
  })

  test('says what an ambiguous unit may mean', () => {
    expect(splitHeader('紗支 (支)')).toEqual({ name: '紗支', unit: null, candidates: ['Ne', 'Nm'] })
  })

  test('of any length is read in a moment', () => {
    for (const header of ['('.repeat(1_000_000), '()'.repeat(140), 'N '.repeat(150), ' /'.repeat(150)]) {
      expect(splitHeader(header).unit).toBeNull()
    }
  })
})
