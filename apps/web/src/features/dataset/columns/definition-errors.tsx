// The field of a form that an error of the server is of: it names columns and measures by their position.
import type { DefinitionProblemReason } from '@heddle/contracts/dataset/dataset'
import { LocalizedText } from '@heddle/contracts/wire'
import type { FieldOfCode } from '#shared/forms/server-errors.ts'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useListText, useLocalized } from '#i18n/use-language.ts'
import { CellErrors } from '../CellErrors.tsx'

const reasons = [
  'duplicate_name',
  'duplicate_choice',
  'choices_missing',
  'not_for_type',
  'second_key',
  'too_many_unique',
  'too_many_links',
  'unknown_unit',
  'formula_invalid',
  'unknown_dataset',
  'key_missing',
  'key_of_other_type',
] as const satisfies readonly DefinitionProblemReason[]

const Problems = z.array(z.object({ path: z.string(), reason: z.string() }))
const Named = z.array(z.object({ name: LocalizedText }))
const Users = z.object({ datasets: Named, workflows: Named })
const Cells = z.array(z.object({ reason: z.string() }))

type Part = { datasetId: string; part: 'columns' | 'measures'; index: number; form: 'column' | 'measure' }

/** Returns the fields of the errors of a definition. What is told at another column is of the same field here, as an equal name. */
export const createFieldOfCode = ({ datasetId, part, index, form }: Part): FieldOfCode => ({
  DATASET_DEFINITION_INVALID: ({ problems }) => {
    const known = (Problems.safeParse(problems).data ?? []).filter(({ path }) => path.startsWith(`${part}/`))
    const problem = known.find(({ path }) => path.startsWith(`${part}/${index}/`)) ?? known[0]
    const field = problem?.path.split('/')[2]
    return field === undefined || field === 'id' ? undefined : { field: `${form}.${field}`, message: <Problem reason={problem?.reason} /> }
  },
  DATASET_COLUMN_IN_USE: (params) => ({ field: `${form}.type`, message: <ColumnUsers params={params} /> }),
  DATASET_CELLS_INVALID: (params) => {
    const isOfChoices = Cells.safeParse(params['cells']).data?.some(({ reason }) => reason === 'not_a_choice')
    return { field: isOfChoices ? `${form}.choices` : `${form}.type`, message: <CellErrors datasetId={datasetId} params={params} /> }
  },
})

/** The datasets and workflows that use a column or a measure, which is why it stays as it is. */
export function ColumnUsers({ params }: { params: unknown }) {
  const { t } = useTranslation(['dataset', 'errors'])
  const localized = useLocalized()
  const formatList = useListText()
  const { datasets = [], workflows = [] } = Users.safeParse(params).data ?? {}
  const names = [...datasets, ...workflows].map(({ name }) => localized(name))
  return (
    <>
      {t('errors:code.DATASET_COLUMN_IN_USE')} {t('problem.usedBy', { datasets: formatList(names) })}
    </>
  )
}

function Problem({ reason }: { reason: string | undefined }) {
  const { t } = useTranslation('dataset')
  const known = reasons.find((each) => each === reason)
  return t(known ? `problem.${known}` : 'problem.other')
}
