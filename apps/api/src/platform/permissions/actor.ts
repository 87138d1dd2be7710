import type { Language } from '@heddle/contracts/languages'
import { type Permission, rolesWith } from '@heddle/contracts/permissions'
import type { MembershipRole, UserRole } from '@heddle/contracts/roles'
import type { Credential } from './credential.ts'

export type Origin = { readonly address: string; readonly userAgent: string | undefined }

/** The user of a request, as read from the database for this request, never from the token. */
export type Actor = {
  readonly id: string
  readonly tenantId: string
  readonly credential: Credential
  /** When the credential ends, unless it is ended before or its end is moved: what outlives the request asks `StreamAuthority`. */
  readonly endsAt: Date
  readonly role: UserRole
  readonly language: Language
  /** Whether the user has to replace a password chosen by an administrator before any other action. */
  readonly mustChangePassword: boolean
  /** The origin of the request, for the audit log. */
  readonly origin: Origin
  readonly memberships: readonly { readonly groupId: string; readonly role: MembershipRole }[]
}

/** The part of an actor that rules need; all that open streams and runs have after their request. */
export type ActorAccess = Pick<Actor, 'id' | 'tenantId' | 'role' | 'memberships'>

export const isAdministrator = (actor: Pick<Actor, 'role'>) => actor.role === 'S' || actor.role === 'A'

/** Whether the actor's role has a permission in the whole tenant. */
export const hasPermission = (actor: Pick<Actor, 'role'>, permission: Permission) => rolesWith[permission].includes(actor.role)

export const ownsGroup = (actor: ActorAccess, groupId: string) =>
  actor.memberships.some((membership) => membership.groupId === groupId && membership.role === 'O')

export const isMember = (actor: ActorAccess, groupId: string | null) =>
  actor.memberships.some((membership) => membership.groupId === groupId)

export const listOwnedGroupIds = (actor: Actor) =>
  actor.memberships.filter((membership) => membership.role === 'O').map((membership) => membership.groupId)

export const listGroupIds = (actor: ActorAccess) => actor.memberships.map((membership) => membership.groupId)
