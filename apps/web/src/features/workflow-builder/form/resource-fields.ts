// The fields that name resources, as the site names them.
import type { DatasetKind } from '@heddle/contracts/dataset/dataset'
import type { GraphNode } from '@heddle/workflow/model/graph/graph'

export const resourceFields = ['collections', 'datasets'] as const
export type ResourceField = (typeof resourceFields)[number]

/** What is shown of one that is not there. */
export const unknownResources = { collections: 'form.collectionUnknown', datasets: 'form.datasetUnknown' } as const satisfies Record<
  ResourceField,
  string
>

/** The kind of the datasets that a type of node reads. */
export const findDatasetKind = (type: string): DatasetKind => (type === 'qa_match' ? 'qa' : 'table')

export const isResourceField = (name: string): name is ResourceField => resourceFields.some((each) => each === name)

/** The first dataset of a node; null for one without. */
export function findDatasetId({ config }: GraphNode): string | null {
  const { datasets } = (config ?? {}) as { readonly datasets?: unknown }
  return Array.isArray(datasets) && typeof datasets[0] === 'string' ? datasets[0] : null
}
