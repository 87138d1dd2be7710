// A table of fabric tests with a column of each type, and the yarns that it refers to.
import type { QueryColumn, QueryTable } from '../query-table.ts'

const named = (id: string, type: QueryColumn['type'], name: QueryColumn['name'], rest: Partial<QueryColumn> = {}): QueryColumn => ({
  id,
  type,
  name,
  ...rest,
})

const yarnColumns = [
  named('c1', 'text', { default: 'Yarn' }, { key: true }),
  named('c2', 'number', { default: 'Linear density', zhHant: '線密度' }, { unit: 'tex' }),
]

export const fabricTable: QueryTable = {
  number: 7,
  columns: [
    named('c1', 'text', { default: 'Sample', zhHant: '試樣' }),
    named(
      'c2',
      'choice',
      { default: 'fibre', zhHant: '纖維', ja: '繊維', th: 'เส้นใย', vi: 'xơ' },
      {
        choices: [
          { value: 'cotton', name: { default: 'cotton', zhHant: '棉', ja: '綿', th: 'ฝ้าย', vi: 'bông' }, synonyms: ['natural'] },
          { value: 'flax', synonyms: ['linen', 'natural'] },
          { value: 'polyester', synonyms: ['PET'] },
        ],
      },
    ),
    named(
      'c3',
      'number',
      { default: 'tenacity', zhHant: '強度', ja: '強度', th: 'ความเหนียว', vi: 'độ bền' },
      { unit: 'cN/tex', synonyms: ['strength'] },
    ),
    named('c4', 'text', { default: 'yarn', zhHant: '紗線' }),
    named('c5', 'integer', { default: 'picks' }),
    named('c6', 'date', { default: 'tested' }),
    named('c7', 'boolean', { default: 'dyed', zhHant: '染色' }),
    named('c8', 'number', { default: 'temperature' }, { unit: 'degC' }),
  ],
  measures: [
    { id: 'm1', name: { default: 'CV of tenacity', zhHant: '強度變異係數' }, formula: 'stddev(c3) / mean(c3) * 100', unit: '%' },
    { id: 'm2', name: { default: 'broken' }, formula: 'sum(c99)' },
  ],
  links: { c4: { number: 9, columns: yarnColumns } },
}
