// Who may see, use and change an assistant. To see one is to be allowed to use it.
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

/** Owners change what belongs to their group, members what they made there. */
export const canEditAssistant = (actor: Actor, assistant: AssistantFacts) =>
  canUseAssistant(actor, assistant) &&
  (isAdministrator(actor) ||
    ownsGroup(actor, assistant.groupId) ||
    (assistant.createdById === actor.id && isMember(actor, assistant.groupId)))
