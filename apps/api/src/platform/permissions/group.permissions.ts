// Who may see and edit a group and its members.
import type { Prisma } from '@heddle/db/generated/client'
import { type Actor, listGroupIds, hasPermission, isAdministrator, isMember, ownsGroup } from './actor.ts'

export type GroupFacts = { readonly id: string; readonly tenantId: string }

export const canReadGroup = (actor: Actor, group: GroupFacts) =>
  group.tenantId === actor.tenantId && (isAdministrator(actor) || isMember(actor, group.id))

export const readableGroups = (actor: Actor): Prisma.GroupWhereInput => ({
  tenantId: actor.tenantId,
  ...(!isAdministrator(actor) && { id: { in: listGroupIds(actor) } }),
})

const managesGroup = (actor: Actor, group: GroupFacts) =>
  canReadGroup(actor, group) && (isAdministrator(actor) || ownsGroup(actor, group.id))

export const canEditGroup = managesGroup
export const canManageMembers = managesGroup

export const canDeleteGroup = (actor: Actor, group: GroupFacts) => canReadGroup(actor, group) && hasPermission(actor, 'manage_groups')
