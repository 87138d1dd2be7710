// The graphs of published versions. They never change, so that each process reads and checks one once, and not at every question.
import { WorkflowGraph } from '@heddle/contracts/workflow/workflow-graph'
import { checkGraph } from '@heddle/workflow/model/graph/graph-rules'
import { nodeTypes } from '@heddle/workflow/model/node-type-list'
import { LRUCache } from 'lru-cache'
import type { VersionRepository } from './version.repository.ts'

/** Characters of JSON: some thousand graphs, or 150 of the largest. What does not fit is read and checked again. */
const maxCharacters = 16 * 2 ** 20

/** Returns the graph of a version; undefined when the version is gone, or its graph breaks a rule that has come since. */
export type FindRunnableGraph = (versionId: string) => Promise<WorkflowGraph | undefined>

export function createRunnableGraphs(versions: Pick<VersionRepository, 'findGraph'>): FindRunnableGraph {
  const graphs = new LRUCache<string, WorkflowGraph>({
    maxSize: maxCharacters,
    sizeCalculation: (graph) => JSON.stringify(graph).length,
    // One that is crowded out while it is read is still for those who wait.
    ignoreFetchAbort: true,
    async fetchMethod(versionId) {
      const { data } = WorkflowGraph.safeParse(await versions.findGraph(versionId))
      return data && checkGraph(data, nodeTypes).length === 0 ? data : undefined
    },
  })
  return (versionId) => graphs.fetch(versionId)
}
