import type { Dataset, updateDataset } from '@heddle/contracts/dataset/dataset'
import type { EndpointRequest } from '@heddle/contracts/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { datasetQueries } from '#entities/dataset/datasets.queries.ts'
import { useUpdateDataset } from '../dataset-edit.queries.ts'

type Definition = Pick<EndpointRequest<typeof updateDataset>['body']['dataset'], 'columns' | 'measures'>

/**
 * Returns what changes one column or measure among those that were read last: a list is saved as a whole. The revision is the one that
 * the user has seen, so that the change of another user is a mismatch.
 */
export function useUpdateDefinition(dataset: Dataset) {
  const queryClient = useQueryClient()
  const { mutateAsync, isPending } = useUpdateDataset(dataset.id)
  const readLatest = () => queryClient.getQueryData(datasetQueries.detail(dataset.id).queryKey) ?? dataset
  return {
    isPending,
    update: (change: (latest: Dataset) => Definition, { revision }: { revision?: number } = {}) => {
      const latest = readLatest()
      return mutateAsync({ revision: revision ?? latest.revision, dataset: change(latest) })
    },
  }
}
