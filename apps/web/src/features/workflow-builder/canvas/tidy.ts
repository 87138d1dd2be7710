import type { WorkflowEdge, WorkflowLayout } from '@heddle/contracts/workflow/workflow-graph'
import type { Draft } from '../graph/draft.ts'
import { measureNode } from './positions.ts'

export type TidyRequest = {
  readonly nodes: readonly { readonly id: string; readonly width: number; readonly height: number }[]
  readonly edges: readonly Pick<WorkflowEdge, 'source' | 'target'>[]
}

/** Returns tidy positions of the nodes, the same for the same graph. */
export const tidyDraft = ({ graph }: Draft): Promise<WorkflowLayout> =>
  layOut({ nodes: graph.nodes.map((node) => ({ id: node.id, ...measureNode(node) })), edges: graph.edges })

function layOut(request: TidyRequest): Promise<WorkflowLayout> {
  const worker = new Worker(new URL('./tidy.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<WorkflowLayout>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<WorkflowLayout>) => resolve(data))
    worker.addEventListener('error', (event) => reject(new Error(event.message)))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target origin
    worker.postMessage(request)
  }).finally(() => worker.terminate())
}
