import type { Dataset } from '@heddle/contracts/dataset/dataset'

/** The versions that are kept. */
export function DatasetVersions({ dataset }: { dataset: Dataset }) {
  return <div data-dataset={dataset.id} />
}
