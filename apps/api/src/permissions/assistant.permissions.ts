// Who may see, use and edit an assistant. A user sees exactly the assistants that the user may use.
import type { Prisma } from '@heddle/db/generated/client'
import { type Actor, listGroupIds, isAdministrator, isMember, ownsGroup, type ActorAccess } from './actor.ts'

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

export const usableAssistants = (actor: Actor): Prisma.AssistantWhereInput => {
  if (isAdministrator(actor)) return { tenantId: actor.tenantId }
  const groupId = { in: listGroupIds(actor) }
  return {
    tenantId: actor.tenantId,
    OR: [{ isPublic: true }, { groupId, workflow: { OR: [{ openToAllGroups: true }, { groupId }] } }],
  }
}

/** Owners edit the assistants of their group, members those that they created there. */
export const canEditAssistant = (actor: Actor, assistant: AssistantFacts) =>
  canUseAssistant(actor, assistant) &&
  (isAdministrator(actor) ||
    ownsGroup(actor, assistant.groupId) ||
    (assistant.createdById === actor.id && isMember(actor, assistant.groupId)))
