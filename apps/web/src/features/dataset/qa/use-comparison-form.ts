// The form of the comparison, whose threshold a proposal fills in.
import { Dataset, updateDataset } from '@heddle/contracts/dataset/dataset'
import { useTranslation } from 'react-i18next'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { notify } from '#shared/notify/notify.ts'
import { useUpdateDataset } from '../dataset-edit.queries.ts'

const toValues = ({ revision, matching = { embedding_model: null, threshold: null } }: Dataset) => ({ revision, dataset: { matching } })

export type ComparisonForm = ReturnType<typeof useComparisonForm>

/** What is typed stays when the dataset is saved elsewhere. */
export function useComparisonForm(dataset: Dataset) {
  const { t } = useTranslation('dataset')
  const update = useUpdateDataset(dataset.id)
  return useContractForm({
    schema: updateDataset.schema.body,
    initialValues: toValues(dataset),
    fieldOfCode: { MODEL_NOT_FOUND: 'dataset.matching.embedding_model' },
    revised: { entity: Dataset, toValues },
    onSubmit: async (body) => {
      const saved = await update.mutateAsync(body)
      notify({ kind: 'success', message: t('saved'), timeout: 1_500 })
      return toValues(saved)
    },
  })
}
