// A column or a measure as a form has it, and as it is saved: what is empty, or not for its type, is not saved.
import type { Choice, ColumnType, DatasetColumn, DatasetMeasure } from '@heddle/contracts/dataset/column'
import { ColumnInput, MeasureInput } from '@heddle/contracts/dataset/dataset'
import type { LocalizedText } from '@heddle/contracts/wire'
import { z } from 'zod'

export type ChoiceValues = { value: string; name: LocalizedText; synonyms: string[] }

export type ColumnValues = {
  name: LocalizedText
  description: LocalizedText
  synonyms: string[]
  type: ColumnType
  unit: string | null
  decimals: number | ''
  choices: ChoiceValues[]
  /** Values that were not added yet, one a line. */
  new_choices: string
  key: boolean
  required: boolean
  unique: boolean
  refers_to: string | null
}

export type MeasureValues = Pick<ColumnValues, 'name' | 'description' | 'synonyms' | 'unit' | 'decimals'> & { formula: string }

const noText: LocalizedText = { default: '' }

export const isNumeric = (type: ColumnType) => type === 'number' || type === 'integer'

/** Returns the values of a column; those of a new one by default. */
export const toColumnValues = (column?: DatasetColumn): ColumnValues => ({
  name: column?.name ?? noText,
  description: column?.description ?? noText,
  synonyms: column?.synonyms ?? [],
  type: column?.type ?? 'text',
  unit: column?.unit ?? null,
  decimals: column?.decimals ?? '',
  choices: (column?.choices ?? []).map(toChoiceValues),
  new_choices: '',
  key: column?.key ?? false,
  required: column?.required ?? false,
  unique: column?.unique ?? false,
  refers_to: column?.refers_to ?? null,
})

const toChoiceValues = ({ value, name = noText, synonyms = [] }: Choice): ChoiceValues => ({ value, name, synonyms })

/** Returns the values of a measure; those of a new one by default. */
export const toMeasureValues = (measure?: DatasetMeasure): MeasureValues => ({
  name: measure?.name ?? noText,
  description: measure?.description ?? noText,
  synonyms: measure?.synonyms ?? [],
  formula: measure?.formula ?? '',
  unit: measure?.unit ?? null,
  decimals: measure?.decimals ?? '',
})

const isEmpty = (value: unknown) =>
  value === null || value === '' || value === false || (Array.isArray(value) ? value.length === 0 : isEmptyText(value))
const isEmptyText = (value: unknown) => typeof value === 'object' && value !== null && Object.values(value).every((text) => !text)

/** A required field stays, so that it is the contract which says that it is empty. */
const omitEmpty = (values: object, required: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([field, value]) => required.includes(field) || !isEmpty(value)))

/** Returns the choices with those that are typed, each once. */
export function addChoices({ choices, new_choices: typed }: Pick<ColumnValues, 'choices' | 'new_choices'>): ChoiceValues[] {
  const known = new Set(choices.map(({ value }) => value))
  const lines = new Set(typed.split('\n').map((line) => line.trim()))
  return [...choices, ...[...lines].filter((value) => value !== '' && !known.has(value)).map((value) => toChoiceValues({ value }))]
}

function toColumnInput({ unit, decimals, choices, new_choices, unique, key, refers_to, ...values }: ColumnValues) {
  const isLogical = values.type === 'boolean'
  const ofType = {
    ...(isNumeric(values.type) && { unit, decimals }),
    ...(values.type === 'choice' && { choices: addChoices({ choices, new_choices }).map((choice) => omitEmpty(choice, ['value'])) }),
    ...(!isLogical && { unique, key, refers_to }),
  }
  return omitEmpty({ ...values, ...ofType }, ['name', 'choices'])
}

export const ColumnForm = z.preprocess((values) => toColumnInput(values as ColumnValues), ColumnInput)
export const MeasureForm = z.preprocess((values) => omitEmpty(values as MeasureValues, ['name', 'formula']), MeasureInput)
