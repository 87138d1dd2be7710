// Who may see, use and change an assistant. To see one is to be allowed to use it.
import type { Prisma } from '@heddle/db/generated/client'
import { type Actor, groupIdsOf, isAdministrator, isMemberOf, ownsGroup, type Standing } from './actor.ts'

export type AssistantFacts = {
  readonly tenantId: string
  readonly groupId: string
  readonly createdById: string | null
  readonly isPublic: boolean
  readonly workflow: { readonly groupId: string | null; readonly openToAllGroups: boolean }
}

const mayUseWorkflow = (actor: Standing, { openToAllGroups, groupId }: AssistantFacts['workflow']) =>
  openToAllGroups || isMemberOf(actor, groupId)

export const canUseAssistant = (actor: Standing, assistant: AssistantFacts) =>
  assistant.tenantId === actor.tenantId &&
  (isAdministrator(actor) || assistant.isPublic || (isMemberOf(actor, assistant.groupId) && mayUseWorkflow(actor, assistant.workflow)))

export const usableAssistants = (actor: Actor): Prisma.AssistantWhereInput => {
  if (isAdministrator(actor)) return { tenantId: actor.tenantId }
  const groupId = { in: groupIdsOf(actor) }
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
    (assistant.createdById === actor.id && isMemberOf(actor, assistant.groupId)))
