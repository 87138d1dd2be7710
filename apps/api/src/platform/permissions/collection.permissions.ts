import type { CollectionAccess } from '@heddle/contracts/collection/collection'
import { type ActorAccess, isMember } from './actor.ts'

type ReadableCollection = { readonly tenantId: string; readonly groupId: string; readonly access: CollectionAccess }

/** Whether what is in a collection may be shown to the actor, who may use the assistant that reads it. */
export const canReadCollection = (actor: ActorAccess, { tenantId, groupId, access }: ReadableCollection) =>
  tenantId === actor.tenantId && (access === 'workflow' || isMember(actor, groupId))

/** The same of the row `c`, given the placeholders of the actor's tenant and of the ids of its groups. */
export const readableCollectionSql = ({ tenantId, groupIds }: { readonly tenantId: string; readonly groupIds: string }) =>
  `c.tenant_id = ${tenantId}::uuid AND (c.access = 'workflow' OR c.group_id = ANY(${groupIds}::uuid[]))`
