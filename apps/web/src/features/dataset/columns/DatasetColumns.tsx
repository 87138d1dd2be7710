import type { Dataset } from '@heddle/contracts/dataset/dataset'

/** The columns and measures of the draft. */
export function DatasetColumns({ dataset }: { dataset: Dataset }) {
  return <div data-dataset={dataset.id} />
}
