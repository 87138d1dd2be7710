import { describe, expect, test } from 'vitest'
import { parseUnit } from './parse-unit.ts'
import { parts, wholes } from './unit-words.ts'
import { isUnitId, unitIds, units } from './units.ts'

const read = (text: string) => {
  const parsed = parseUnit(text)
  return 'unit' in parsed ? parsed.unit : parsed.problem
}

describe('the name of a unit', () => {
  test('is its id, its symbol and each of its words', () => {
    for (const id of unitIds) {
      expect([id, read(id), read(units[id].symbol)]).toEqual([id, id, id])
    }
    const words = Object.entries({ ...parts, ...wholes } as Record<string, string>).filter(([id]) => isUnitId(id))
    for (const [id, list] of words) for (const word of list.split('|')) expect([word, read(word)]).toEqual([word, id])
  })

  test('means one thing', () => {
    const words = Object.values(parts).flatMap((list) => list.split('|').map((word) => word.normalize('NFKC')))
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([])
  })

  test.each([
    ['cn/tex', 'cN/tex'],
    ['CN / TEX', 'cN/tex'],
    ['cN·tex⁻¹', 'cN/tex'],
    ['厘牛/特', 'cN/tex'],
    ['g/m²', 'g/m2'],
    ['ｇ／㎡', 'g/m2'],
    ['g·m-2', 'g/m2'],
    ['g m⁻²', 'g/m2'],
    ['g/m^2', 'g/m2'],
    ['g/sqm', 'g/m2'],
    ['GSM', 'g/m2'],
    ['克/平方米', 'g/m2'],
    ['公克/平方公尺', 'g/m2'],
    ['グラム/平方メートル', 'g/m2'],
    ['กรัมต่อตารางเมตร', 'g/m2'],
    ['กรัม/ตารางเมตร', 'g/m2'],
    ['gam/mét vuông', 'g/m2'],
    ['grams per square metre', 'g/m2'],
    ['oz/sq yd', 'oz/yd2'],
    ['盎司/平方碼', 'oz/yd2'],
    ['丹尼', 'den'],
    ['デニール', 'den'],
    ['旦', 'den'],
    ['เดนเยอร์', 'den'],
    ['英支', 'Ne'],
    ['番手（英式）', 'Ne'],
    ['公支', 'Nm'],
    ['メートル番手', 'Nm'],
    ['gf/den', 'g/den'],
    ['克/旦', 'g/den'],
    ['gf/tex', 'RKM'],
    ['RKm', 'RKM'],
    ['N/mm²', 'MPa'],
    ['lbf/in²', 'psi'],
    ['kgf/cm²', 'kgf/cm2'],
    ['根/10cm', 'threads/10cm'],
    ['根/10 cm', 'threads/10cm'],
    ['本/2.54cm', 'threads/inch'],
    ['本/インチ', 'threads/inch'],
    ['ends per inch', 'threads/inch'],
    ['sợi/cm', 'threads/cm'],
    ['เส้น/นิ้ว', 'threads/inch'],
    ['T/m', 'turns/m'],
    ['捻/米', 'turns/m'],
    ['回/m', 'turns/m'],
    ['เกลียวต่อนิ้ว', 'turns/inch'],
    ['vòng/m', 'turns/m'],
    ['L/(m²·s)', 'l/m2/s'],
    ['L/m²/s', 'l/m2/s'],
    ['l·m⁻²·s⁻¹', 'l/m2/s'],
    ['cm³/cm²·s', 'cm3/cm2/s'],
    ['ft³/min/ft²', 'cfm/ft2'],
    ['CFM/ft²', 'cfm/ft2'],
    ['公尺/分', 'm/min'],
    ['㎜', 'mm'],
    ['µm', 'um'],
    ['μm', 'um'],
    ['℃', 'degC'],
    ['ºC', 'degC'],
    ['° C', 'degC'],
    ['％', '%'],
    ['級', 'grade'],
    ['ph', 'pH'],
    [' [N] ', 'N'],
    ['（cN/tex）', 'cN/tex'],
    ['milimét'.normalize('NFD'), 'mm'],
  ])('%s is %s', (text, unit) => {
    expect(read(text)).toBe(unit)
  })

  test.each(['MN', 'n', 'mpa', 'mPa', 'nm', 'NM', 'N·m', 'N m', 'PA', 'Mg', 'k', 'S', 'M', 'd', 'C', 'MTEX'])(
    'keeps its case: %s is none of ours',
    (text) => {
      expect(parseUnit(text)).toEqual({ problem: 'unknown_unit' })
    },
  )

  test.each([
    ['支', ['Ne', 'Nm']],
    ['番手', ['Ne', 'Nm']],
    ['TPI', ['threads/inch', 'turns/inch']],
  ])('%s may mean several', (text, candidates) => {
    expect(parseUnit(text)).toEqual({ problem: 'ambiguous_unit', candidates })
  })

  test.each([
    ['nothing', ''],
    ['a stroke', '/'],
    ['a part of a unit', 'm2'],
    ['another quantity', 'N/5cm'],
    ['a length beside a number', '2.54cm'],
    ['a rate', 'times/min'],
    ['minutes or marks', '分'],
    ['an inherited name', 'constructor'],
    ['Cyrillic letters', 'сN/tex'],
    ['a zero-width space', 'cN\u200B/tex'],
    ['a long chain', 'm/'.repeat(20)],
    ['a very long text', 'N'.repeat(1_000_000)],
  ])('is not $0', (_, text) => {
    expect(parseUnit(text)).toEqual({ problem: 'unknown_unit' })
  })
})
