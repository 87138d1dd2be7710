// The resources that a graph names and the tenant has. Prisma cannot say it: they are locked, so that none is deleted meanwhile.
import type { Queryable } from '@heddle/db/client'
import { Prisma } from '@heddle/db/generated/client'
import { listBoundResources } from '@heddle/workflow/model/graph/bound-resources'
import type { Graph } from '@heddle/workflow/model/graph/graph'
import type { ResourceKind, ResourcesByKind } from '@heddle/workflow/model/graph/resource'
import { resourceTables, usableResources } from '../../platform/permissions/resource.permissions.ts'

/** Locks those of the graph's resources that the tenant has and workflows can read, and returns their ids by kind. */
export async function lockKnownResources(tx: Queryable, tenantId: string, graph: Graph): Promise<ResourcesByKind<ReadonlySet<string>>> {
  const known: Partial<Record<ResourceKind, ReadonlySet<string>>> = {}
  for (const kind of Object.keys(resourceTables) as ResourceKind[]) {
    const rows = await tx.$queryRaw<{ id: string }[]>`
      SELECT id FROM ${Prisma.raw(resourceTables[kind])}
      WHERE tenant_id = ${tenantId}::uuid AND id = ANY(${listBoundResources(graph, kind)}::uuid[]) AND ${Prisma.raw(usableResources[kind])} ORDER BY id FOR KEY SHARE`
    known[kind] = new Set(rows.map(({ id }) => id))
  }
  return known
}
