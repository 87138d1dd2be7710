// Who may read a resource: what workflows read for their users. Each kind is a table with the columns id, tenant_id, group_id and access.
import type { CollectionAccess } from '@heddle/contracts/collection/collection'
import type { ResourceKind } from '@heddle/workflow/model/graph/resource'
import { type ActorAccess, isMember } from './actor.ts'

/** The table of each kind. */
export const resourceTables: Readonly<Record<ResourceKind, string>> = { collection: 'collection', dataset: 'dataset' }

/** The condition for those of each kind that workflows can read. */
export const usableResources: Readonly<Record<ResourceKind, string>> = { collection: 'true', dataset: 'published_version IS NOT NULL' }

/** The rows of all kinds, as a table. */
export const resourceRows = `(${Object.values(resourceTables)
  .map((table) => `SELECT id, tenant_id, group_id, access FROM ${table}`)
  .join(' UNION ALL ')})`

type ReadableResource = { readonly tenantId: string; readonly groupId: string; readonly access: CollectionAccess }

/** Whether what is in a resource may be shown to the actor, who may use the assistant that reads it. */
export const canReadResource = (actor: ActorAccess, { tenantId, groupId, access }: ReadableResource) =>
  tenantId === actor.tenantId && (access === 'workflow' || isMember(actor, groupId))

/** The same of the row `c`, given the placeholders of the actor's tenant and of the ids of its groups. */
export const readableResourceSql = ({ tenantId, groupIds }: { readonly tenantId: string; readonly groupIds: string }) =>
  `c.tenant_id = ${tenantId}::uuid AND (c.access = 'workflow' OR c.group_id = ANY(${groupIds}::uuid[]))`

/** The id of no group. */
const noGroup = '00000000-0000-0000-0000-000000000000'

/** The group whose members alone may read the resource `k`, to be kept with what was found in it; null for all. One that is gone has no members. */
export const keptMembersOf = `CASE WHEN k.access = 'workflow' THEN NULL ELSE coalesce(k.group_id, '${noGroup}') END`

type KeptRow = {
  /** The aliases of the row and of its resource. */
  readonly row?: string
  readonly resource?: string
  readonly exception?: string
}

/**
 * The condition for a row `s` with its resource `k`, given the placeholder of the reader's id; it holds under `exception` too. A resource
 * that is gone counts as what it was when the row was kept.
 */
export function keptReadableSql(reader: string, { row = 's', resource = 'k', exception = 'false' }: KeptRow = {}): string {
  /** The group whose members alone may read what is kept, or null. */
  const membersOf = `CASE WHEN ${resource}.id IS NULL THEN ${row}.members_of WHEN ${resource}.access = 'members' THEN ${resource}.group_id END`
  return `(${membersOf} IS NULL
  OR ${exception}
  OR EXISTS (SELECT FROM membership x WHERE x.user_id = ${reader}::uuid AND x.group_id = ${membersOf}))`
}
