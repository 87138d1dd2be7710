// Who may read, change and accept a prompt of the library: a user's own, a group's or the tenant's.
import type { PromptScope, PromptState } from '@heddle/contracts/prompt/prompt'
import { Prisma } from '@heddle/db/generated/client'
import { type ActorAccess, isAdministrator, isMember, ownsGroup } from './actor.ts'

export type PromptFacts = {
  readonly tenantId: string
  readonly ownerId: string | null
  readonly groupId: string | null
  readonly state: PromptState
  readonly createdById: string | null
}

type PromptOwner = Pick<PromptFacts, 'ownerId' | 'groupId'>

export const findPromptScope = ({ ownerId, groupId }: PromptOwner): PromptScope => {
  if (ownerId !== null) return 'mine'
  return groupId === null ? 'tenant' : 'group'
}

/** Whether the actor decides what is offered there: users of their own, owners of their group's, administrators of all but others' own. */
export const canManagePrompts = (actor: ActorAccess, { ownerId, groupId }: PromptOwner) =>
  ownerId === null ? isAdministrator(actor) || (groupId !== null && ownsGroup(actor, groupId)) : ownerId === actor.id

const isReadableInScope = (actor: ActorAccess, prompt: PromptFacts) => {
  if (canManagePrompts(actor, prompt)) return true
  if (prompt.ownerId !== null) return false
  if (prompt.groupId === null) return true
  return isMember(actor, prompt.groupId) && (prompt.state === 'offered' || prompt.createdById === actor.id)
}

export const canReadPrompt = (actor: ActorAccess, prompt: PromptFacts) =>
  prompt.tenantId === actor.tenantId && isReadableInScope(actor, prompt)

/** The author of a suggestion may change it, and take it back, until it is accepted. */
export const canWritePrompt = (actor: ActorAccess, prompt: PromptFacts) =>
  canReadPrompt(actor, prompt) && (canManagePrompts(actor, prompt) || (prompt.state === 'suggested' && prompt.createdById === actor.id))

export const canAcceptPrompt = (actor: ActorAccess, prompt: PromptFacts) =>
  prompt.state === 'suggested' && canReadPrompt(actor, prompt) && canManagePrompts(actor, prompt)

/** The condition for the prompts `p` that the actor may read. */
export function readablePrompts(actor: ActorAccess): Prisma.Sql {
  const own = Prisma.sql`p.owner_id = ${actor.id}::uuid`
  if (isAdministrator(actor)) return Prisma.sql`p.tenant_id = ${actor.tenantId}::uuid AND (${own} OR p.owner_id IS NULL)`
  const groupIds = actor.memberships.map(({ groupId }) => groupId)
  const managedIds = actor.memberships.filter(({ role }) => role === 'O').map(({ groupId }) => groupId)
  return Prisma.sql`p.tenant_id = ${actor.tenantId}::uuid AND (
    ${own}
    OR (p.owner_id IS NULL AND p.group_id IS NULL)
    OR (p.group_id = ANY(${groupIds}::uuid[])
      AND (p.state = 'offered' OR p.created_by_id = ${actor.id}::uuid OR p.group_id = ANY(${managedIds}::uuid[]))))`
}
