// A kept run without what is of resources that its reader may not read now, also when the reader started it: other than a
// citation, a trace has whole prompts, and its values are given to other runs.
import type { MessageSource } from '@heddle/contracts/message/message'
import type { RunTrace, RunValues, WorkflowRun } from '@heddle/contracts/trial/workflow-run'
import { withholdSource } from '../message/citation/withhold-knowledge.ts'
import type { RunResource } from './run-resource.sql.ts'

/** Returns the nodes that have text of a resource that is not readable. */
const findWithheldNodes = (resources: readonly RunResource[]): ReadonlySet<string> =>
  new Set(resources.filter(({ isReadable }) => !isReadable).map(({ nodeId }) => nodeId))

const withholdNodes = (values: RunValues, nodeIds: ReadonlySet<string>): RunValues =>
  Object.fromEntries(Object.entries(values).filter(([nodeId]) => !nodeIds.has(nodeId)))

/** Returns the values of the other nodes. */
export const withholdValues = (values: RunValues, resources: readonly RunResource[]): RunValues =>
  withholdNodes(values, findWithheldNodes(resources))

/** Returns the run without the texts of such nodes, and without its own when there are any. */
export function withholdResources(run: WorkflowRun, resources: readonly RunResource[]): WorkflowRun {
  const nodeIds = findWithheldNodes(resources)
  if (nodeIds.size === 0) return run
  const readable = new Set(resources.filter(({ isReadable }) => isReadable).map(({ resourceId }) => resourceId))
  return {
    ...run,
    text: '',
    is_withheld: true,
    sources: run.sources.map((source) => (listResources(source).every((id) => readable.has(id)) ? source : withholdSource(source))),
    trace: run.trace.map((part) => (nodeIds.has(part.node_id) ? withholdTexts(part) : part)),
    values: withholdNodes(run.values, nodeIds),
  }
}

const listResources = ({ knowledge, rows }: MessageSource) => [
  ...(knowledge ? [knowledge.collection_id ?? ''] : []),
  ...(rows?.dataset_ids ?? []),
]

function withholdTexts(part: RunTrace): RunTrace {
  if (part.status === 'skipped') return part
  return part.status === 'started' ? { ...part, input: {}, is_withheld: true } : { ...part, output: {}, is_withheld: true }
}
