import type { GraphNode } from '@heddle/workflow/model/graph/graph'
import { Loader } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { CrashBoundary } from '#shared/ui/states/CrashBoundary.tsx'

const loadNodeForm = () => import('./NodeForm.tsx')
const NodeForm = lazy(async () => ({ default: (await loadNodeForm()).NodeForm }))

/** Loads the form before a node is chosen. One that cannot be loaded says so when it is opened. */
export const preloadNodeForm = () => void loadNodeForm().catch(() => {})

/** The settings of a node. A builder opens without them. */
export function LazyNodeForm({ node }: { node: GraphNode }) {
  return (
    <CrashBoundary resetKeys={[node.id]}>
      <Suspense fallback={<Loader size="sm" />}>
        <NodeForm key={`${node.id} ${node.type}`} node={node} />
      </Suspense>
    </CrashBoundary>
  )
}
