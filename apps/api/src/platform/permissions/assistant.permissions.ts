// Who may see, use and edit an assistant. A user sees exactly the assistants that the user may use.
import type { Prisma } from '@heddle/db/generated/client'
import { type Actor, listGroupIds, listOwnedGroupIds, isAdministrator, isMember, ownsGroup, type ActorAccess } from './actor.ts'

export type AssistantFacts = {
  readonly tenantId: string
  readonly groupId: string
  readonly createdById: string | null
  readonly isPublic: boolean
  readonly workflow: { readonly groupId: string | null; readonly openToAllGroups: boolean }
}

const canUseWorkflow = (actor: ActorAccess, { openToAllGroups, groupId }: AssistantFacts['workflow']) =>
  openToAllGroups || isMember(actor, groupId)

export const canUseAssistant = (actor: ActorAccess, assistant: AssistantFacts) =>
  assistant.tenantId === actor.tenantId &&
  (isAdministrator(actor) || assistant.isPublic || (isMember(actor, assistant.groupId) && canUseWorkflow(actor, assistant.workflow)))

export const usableAssistants = (actor: ActorAccess): Prisma.AssistantWhereInput => {
  if (isAdministrator(actor)) return { tenantId: actor.tenantId }
  const groupId = { in: listGroupIds(actor) }
  return {
    tenantId: actor.tenantId,
    OR: [{ isPublic: true }, { groupId, workflow: { OR: [{ openToAllGroups: true }, { groupId }] } }],
  }
}

/** A user makes assistants for the groups that the user is in. */
export const canCreateAssistant = (actor: Actor, groupId: string) => isAdministrator(actor) || isMember(actor, groupId)

export const canCreateAssistants = (actor: Actor) => isAdministrator(actor) || actor.memberships.length > 0

/** For all of the tenant, or again for its group alone. */
export const canMakeAssistantPublic = (actor: ActorAccess, groupId: string) => isAdministrator(actor) || ownsGroup(actor, groupId)

/** Owners edit the assistants of their group, members those that they created there. */
export const canEditAssistant = (actor: ActorAccess, assistant: AssistantFacts) =>
  canUseAssistant(actor, assistant) &&
  (isAdministrator(actor) ||
    ownsGroup(actor, assistant.groupId) ||
    (assistant.createdById === actor.id && isMember(actor, assistant.groupId)))

export const editableAssistants = (actor: Actor): Prisma.AssistantWhereInput => {
  if (isAdministrator(actor)) return usableAssistants(actor)
  const groupId = { in: listGroupIds(actor) }
  return {
    AND: [usableAssistants(actor), { OR: [{ groupId: { in: listOwnedGroupIds(actor) } }, { groupId, createdById: actor.id }] }],
  }
}

type WorkflowFacts = AssistantFacts['workflow'] & { readonly tenantId: string }

/** Whether the actor may make an assistant of the workflow. Workflows themselves are seen by administrators alone. */
export const canAssistWith = (actor: Actor, workflow: WorkflowFacts) =>
  workflow.tenantId === actor.tenantId && (isAdministrator(actor) || canUseWorkflow(actor, workflow))

export const assistableWorkflows = (actor: Actor): Prisma.WorkflowWhereInput => ({
  tenantId: actor.tenantId,
  ...(!isAdministrator(actor) && { OR: [{ openToAllGroups: true }, { groupId: { in: listGroupIds(actor) } }] }),
})
