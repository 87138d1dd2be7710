import type { NodeOutput } from '../value.ts'

/** Returns the ids of the datasets that an output may have text of: a list of our own making there. */
export const listFoundDatasets = ({ datasets }: NodeOutput): string[] =>
  Array.isArray(datasets) ? datasets.filter((id) => typeof id === 'string') : []
