// Lays a graph out in layers. In a worker: 200 nodes take up to two seconds.
import { Graph, layout } from '@dagrejs/dagre'
import type { TidyRequest } from './tidy.ts'

self.addEventListener('message', ({ data }: MessageEvent<TidyRequest>) => {
  const graph = new Graph()
  graph.setGraph({ rankdir: 'LR', ranksep: 48, nodesep: 36 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id, width, height } of data.nodes) graph.setNode(id, { width, height })
  for (const { source, target } of data.edges) graph.setEdge(source, target)
  layout(graph)
  const positions = data.nodes.map(({ id, width, height }) => {
    const { x, y } = graph.node(id) as { x: number; y: number }
    return [id, { x: Math.round(x - width / 2), y: Math.round(y - height / 2) }]
  })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target origin
  self.postMessage(Object.fromEntries(positions))
})
