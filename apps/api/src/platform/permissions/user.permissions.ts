// Who may see and edit which user. An administrator manages users with role U, not administrators and super users.
import type { UserRole } from '@heddle/contracts/roles'
import type { Prisma } from '@heddle/db/generated/client'
import { type Actor, isAdministrator, listOwnedGroupIds } from './actor.ts'

export type UserFacts = {
  readonly id: string
  readonly tenantId: string
  readonly role: UserRole
  readonly status: 'active' | 'disabled' | 'deleted'
  readonly memberships: readonly { readonly groupId: string }[]
  /** The external sign-ins of the user, which then provide the name and the email. */
  readonly identities: readonly { readonly provider: string }[]
}

export const canReadUser = (actor: Actor, user: UserFacts) =>
  user.tenantId === actor.tenantId &&
  user.status !== 'deleted' &&
  (user.id === actor.id || isAdministrator(actor) || user.memberships.some(({ groupId }) => listOwnedGroupIds(actor).includes(groupId)))

export const readableUsers = (actor: Actor): Prisma.UserWhereInput => ({
  tenantId: actor.tenantId,
  status: { not: 'deleted' },
  ...(!isAdministrator(actor) && {
    OR: [{ id: actor.id }, { memberships: { some: { groupId: { in: listOwnedGroupIds(actor) } } } }],
  }),
})

/** Whether the actor's role is above the user's: a super user is above all, an administrator above role U. */
const isAbove = (actor: Actor, user: UserFacts) =>
  canReadUser(actor, user) && (actor.role === 'S' || (actor.role === 'A' && user.role === 'U'))

const isOther = (actor: Actor, user: UserFacts) => user.id !== actor.id

/** Name and language. */
export const canEditUser = (actor: Actor, user: UserFacts) => canReadUser(actor, user) && (user.id === actor.id || isAbove(actor, user))

export const canChangeEmail = (actor: Actor, user: UserFacts) => canEditUser(actor, user) && user.identities.length === 0

/** The service that makes the change protects the last super user. */
export const canChangeRole = (actor: Actor, user: UserFacts) => actor.role === 'S' && canReadUser(actor, user) && isOther(actor, user)

const managesUser = (actor: Actor, user: UserFacts) => isAbove(actor, user) && isOther(actor, user)

export const canChangeStatus = managesUser
export const canDeleteUser = managesUser
export const canResetSecondFactor = managesUser

/** Not for the own password, whose change needs the current one, and not for users of an external sign-in. */
export const canResetPassword = (actor: Actor, user: UserFacts) => canChangeStatus(actor, user) && user.identities.length === 0
