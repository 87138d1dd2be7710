import type { Dataset } from '@heddle/contracts/dataset/dataset'

/** The rows of the draft. */
export function DatasetRows({ dataset }: { dataset: Dataset }) {
  return <div data-dataset={dataset.id} />
}
