import type { DatasetMeasure } from '@heddle/contracts/dataset/column'
import { Dataset } from '@heddle/contracts/dataset/dataset'
import { limits } from '@heddle/contracts/limits'
import { findFormulaProblem } from '@heddle/table/measure/find-formula-problem'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useLocalized } from '#i18n/use-language.ts'
import { ConflictDialog } from '#shared/forms/ConflictDialog.tsx'
import { FormDialog } from '#shared/forms/FormDialog.tsx'
import { LocalizedInput } from '#shared/forms/LocalizedInput.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { notify } from '#shared/notify/notify.ts'
import { NumberFields, WordFields } from './ColumnFields.tsx'
import { createFieldOfCode } from './definition-errors.tsx'
import { useUpdateDefinition } from './definition.queries.ts'
import { FormulaField } from './FormulaField.tsx'
import { MeasureForm, toMeasureValues } from './part-values.ts'
import { useFormatPart } from './use-format-part.ts'

const createBody = ({ columns }: Dataset) =>
  z.object({
    revision: z.int(),
    measure: MeasureForm.check(({ value, issues }) => {
      if (findFormulaProblem(value.formula, columns)) issues.push({ code: 'custom', input: value.formula, path: ['formula'] })
    }),
  })

type MeasureDialogProps = {
  dataset: Dataset
  /** None for a new one, which becomes the last. */
  measure?: DatasetMeasure | undefined
  onClose: () => void
}

/** One measure of the draft. Mount a new one for each opening. */
export function MeasureDialog({ dataset, measure, onClose }: MeasureDialogProps) {
  const { t } = useTranslation('dataset')
  const localized = useLocalized()
  const formatPart = useFormatPart()
  const { update } = useUpdateDefinition(dataset)
  const find = ({ measures }: Dataset) => measures.find(({ id }) => id === measure?.id)
  const toValues = (latest: Dataset) => ({ revision: latest.revision, measure: toMeasureValues(find(latest)) })
  const form = useContractForm({
    schema: createBody(dataset),
    initialValues: toValues(dataset),
    fieldOfCode: createFieldOfCode({
      datasetId: dataset.id,
      part: 'measures',
      index: measure ? dataset.measures.indexOf(measure) : dataset.measures.length,
      form: 'measure',
    }),
    revised: { entity: Dataset.refine((latest) => measure === undefined || find(latest) !== undefined), toValues },
    onSubmit: async ({ revision, measure: input }) => {
      await update(
        ({ measures }) => ({
          measures: measure ? measures.map((each) => (each.id === measure.id ? { ...input, id: measure.id } : each)) : [...measures, input],
        }),
        { revision },
      )
      notify({ kind: 'success', message: t('measure.saved'), timeout: 1_500 })
      onClose()
    },
  })
  return (
    <>
      <FormDialog
        form={form}
        isOpen
        title={measure ? t('measure.editOf', { name: localized(measure.name) }) : t('measure.new')}
        maxWidth={560}
        onClose={onClose}
      >
        <LocalizedInput
          label={t('field.name')}
          required
          maxLength={limits.nameCharacters}
          data-autofocus
          {...form.localized('measure.name')}
        />
        <FormulaField
          value={form.values.measure.formula}
          columns={dataset.columns}
          error={form.errors['measure.formula']}
          onChange={(formula) => form.setFieldValue('measure.formula', formula)}
        />
        <NumberFields values={form.values.measure} form={form} at="measure" />
        <WordFields form={form} at="measure" />
      </FormDialog>
      <ConflictDialog conflict={form.conflict} {...formatPart('measure')} />
    </>
  )
}
