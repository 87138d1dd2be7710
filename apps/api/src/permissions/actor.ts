import type { Language } from '@heddle/contracts/languages'
import type { MembershipRole, UserRole } from '@heddle/contracts/user'

/** Who calls, as read from the database for this request: never from what the request says. */
export type Actor = {
  readonly id: string
  readonly tenantId: string
  readonly sessionId: string
  readonly tokenVersion: number
  readonly role: UserRole
  readonly language: Language
  readonly memberships: readonly { readonly groupId: string; readonly role: MembershipRole }[]
}

export const isAdministrator = (actor: Actor) => actor.role === 'S' || actor.role === 'A'

export const groupIdsOf = (actor: Actor) => actor.memberships.map((membership) => membership.groupId)
