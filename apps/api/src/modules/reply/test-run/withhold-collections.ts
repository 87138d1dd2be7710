// A kept run without what is of knowledge collections that its reader may not read now, also when the reader started it: other than a
// citation, a trace has whole prompts, and its values are given to other runs.
import type { RunTrace, RunValues, WorkflowRun } from '@heddle/contracts/workflow/workflow-run'
import { withholdPassage } from '../stream/withhold-knowledge.ts'
import type { RunCollection } from './run-collection.sql.ts'

const listWithheld = (collections: readonly RunCollection[]) => collections.filter(({ isReadable }) => !isReadable)

/** Returns the values of the nodes that have nothing of a collection that is not readable. */
export function withholdValues(values: RunValues, collections: readonly RunCollection[]): RunValues {
  const withheld = new Set(listWithheld(collections).map(({ nodeId }) => nodeId))
  return Object.fromEntries(Object.entries(values).filter(([nodeId]) => !withheld.has(nodeId)))
}

/** Returns the run without the texts of such nodes, and without its own when there are any. */
export function withholdCollections(run: WorkflowRun, collections: readonly RunCollection[]): WorkflowRun {
  const withheld = listWithheld(collections)
  if (withheld.length === 0) return run
  const nodeIds = new Set(withheld.map(({ nodeId }) => nodeId))
  const collectionIds = new Set(withheld.map(({ collectionId }) => collectionId))
  return {
    ...run,
    text: '',
    is_withheld: true,
    sources: run.sources.map((source) =>
      source.knowledge && collectionIds.has(source.knowledge.collection_id ?? '') ? withholdPassage(source) : source,
    ),
    trace: run.trace.map((part) => (nodeIds.has(part.node_id) ? withholdTexts(part) : part)),
    values: withholdValues(run.values, withheld),
  }
}

function withholdTexts(part: RunTrace): RunTrace {
  if (part.status === 'skipped') return part
  return part.status === 'started' ? { ...part, input: {}, is_withheld: true } : { ...part, output: {}, is_withheld: true }
}
