import { describe, expect, test } from 'vitest'
import { addChoices, ColumnForm, type ColumnValues, MeasureForm, toColumnValues, toMeasureValues } from './part-values.ts'

const build = (given: Partial<ColumnValues>): ColumnValues => ({ ...toColumnValues(), name: { default: 'Weave' }, ...given })

describe('a column as it is saved', () => {
  test('has no empty field', () => {
    expect(ColumnForm.parse(build({}))).toEqual({ name: { default: 'Weave' }, type: 'text' })
  })

  test.each([
    ['text', { unique: true, refers_to: '01900000-0000-7000-8000-000000000009' }],
    ['number', { unit: 'N', decimals: 0, unique: true, refers_to: '01900000-0000-7000-8000-000000000009' }],
    ['boolean', {}],
  ] as const)('has what is for its type alone: %s', (type, kept) => {
    const values = build({
      type,
      unit: 'N',
      decimals: 0,
      new_choices: 'plain',
      unique: true,
      required: true,
      refers_to: '01900000-0000-7000-8000-000000000009',
    })
    expect(ColumnForm.parse(values)).toEqual({ name: { default: 'Weave' }, type, required: true, ...kept })
  })

  test('has the choices that are typed and not added yet', () => {
    const choices = [{ value: 'plain', name: { default: '' }, synonyms: ['tabby'] }]
    expect(ColumnForm.parse(build({ type: 'choice', choices, new_choices: 'twill\n plain \n\n' }))).toMatchObject({
      choices: [{ value: 'plain', synonyms: ['tabby'] }, { value: 'twill' }],
    })
    expect(addChoices({ choices, new_choices: '' })).toEqual(choices)
  })

  test('is said to have no choices by the contract', () => {
    expect(ColumnForm.safeParse(build({ type: 'choice' })).error?.issues).toMatchObject([{ path: ['choices'], code: 'too_small' }])
  })

  test('is the same after it was read into a form', () => {
    const column = {
      id: 'c2',
      name: { default: 'Weave', ja: '組織' },
      type: 'choice' as const,
      choices: [{ value: 'plain', name: { default: 'Plain' } }],
      key: true,
    }
    expect({ id: 'c2', ...ColumnForm.parse(toColumnValues(column)) }).toEqual(column)
  })
})

test('a measure keeps an empty formula, which the contract refuses', () => {
  const { error } = MeasureForm.safeParse({ ...toMeasureValues(), name: { default: 'CV' } })
  expect(error?.issues).toMatchObject([{ path: ['formula'], code: 'too_small' }])
})
