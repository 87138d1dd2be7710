import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import { Dataset } from '@heddle/contracts/dataset/dataset'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { ConflictDialog } from '#shared/forms/ConflictDialog.tsx'
import { FormDialog } from '#shared/forms/FormDialog.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { useLocalized } from '#i18n/use-language.ts'
import { notify } from '#shared/notify/notify.ts'
import { ColumnFields } from './ColumnFields.tsx'
import { createFieldOfCode } from './definition-errors.tsx'
import { useUpdateDefinition } from './definition.queries.ts'
import { ColumnForm, toColumnValues } from './part-values.ts'
import { useFormatPart } from './use-format-part.ts'

const ColumnBody = z.object({ revision: z.int(), column: ColumnForm })

type ColumnDialogProps = {
  dataset: Dataset
  /** None for a new one, which becomes the last. */
  column?: DatasetColumn | undefined
  onClose: () => void
}

/** One column of the draft. Mount a new one for each opening. */
export function ColumnDialog({ dataset, column, onClose }: ColumnDialogProps) {
  const { t } = useTranslation('dataset')
  const localized = useLocalized()
  const formatPart = useFormatPart()
  const { update } = useUpdateDefinition(dataset)
  const find = ({ columns }: Dataset) => columns.find(({ id }) => id === column?.id)
  const toValues = (latest: Dataset) => ({ revision: latest.revision, column: toColumnValues(find(latest)) })
  const form = useContractForm({
    schema: ColumnBody,
    initialValues: toValues(dataset),
    fieldOfCode: createFieldOfCode({
      datasetId: dataset.id,
      part: 'columns',
      index: column ? dataset.columns.indexOf(column) : dataset.columns.length,
      form: 'column',
    }),
    // When it was removed meanwhile, there is nothing to compare with.
    revised: { entity: Dataset.refine((latest) => column === undefined || find(latest) !== undefined), toValues },
    onSubmit: async ({ revision, column: input }) => {
      await update(
        ({ columns }) => ({
          columns: column ? columns.map((each) => (each.id === column.id ? { ...input, id: column.id } : each)) : [...columns, input],
        }),
        { revision },
      )
      notify({ kind: 'success', message: t('column.saved'), timeout: 1_500 })
      onClose()
    },
  })
  return (
    <>
      <FormDialog
        form={form}
        isOpen
        title={column ? t('column.editOf', { name: localized(column.name) }) : t('column.new')}
        maxWidth={560}
        onClose={onClose}
      >
        <ColumnFields datasetId={dataset.id} form={form} />
      </FormDialog>
      <ConflictDialog conflict={form.conflict} {...formatPart('column')} />
    </>
  )
}
