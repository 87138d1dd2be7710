// Who may see and change whom. An administrator manages users, but neither administrators nor super users.
import type { UserRole } from '@heddle/contracts/roles'
import type { Prisma } from '@heddle/db/generated/client'
import { type Actor, isAdministrator, listOwnedGroupIds } from './actor.ts'

export type UserFacts = {
  readonly id: string
  readonly tenantId: string
  readonly role: UserRole
  readonly status: 'active' | 'disabled' | 'deleted'
  readonly memberships: readonly { readonly groupId: string }[]
  /** The external sign-ins that the user came through: whose name and email come from there. */
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

/** Over whom the actor's role stands: a super user over all, an administrator over those with role U. */
const isAbove = (actor: Actor, user: UserFacts) =>
  canReadUser(actor, user) && (actor.role === 'S' || (actor.role === 'A' && user.role === 'U'))

const isOther = (actor: Actor, user: UserFacts) => user.id !== actor.id

/** Name and language. */
export const canEditUser = (actor: Actor, user: UserFacts) => canReadUser(actor, user) && (user.id === actor.id || isAbove(actor, user))

export const canChangeEmail = (actor: Actor, user: UserFacts) => canEditUser(actor, user) && user.identities.length === 0

/** That the last super user stays one is decided where the change is made. */
export const canChangeRole = (actor: Actor, user: UserFacts) => actor.role === 'S' && canReadUser(actor, user) && isOther(actor, user)

const managesUser = (actor: Actor, user: UserFacts) => isAbove(actor, user) && isOther(actor, user)

export const canChangeStatus = managesUser
export const canDeleteUser = managesUser

/** The own password is changed with the current one; that of an external sign-in is not ours. */
export const canResetPassword = (actor: Actor, user: UserFacts) => canChangeStatus(actor, user) && user.identities.length === 0
