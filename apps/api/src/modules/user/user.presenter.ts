import type { User } from '@heddle/contracts/user/user'
import type { Actor } from '../../platform/permissions/actor.ts'
import { listGroupIds, isAdministrator } from '../../platform/permissions/actor.ts'
import {
  canChangeEmail,
  canChangeRole,
  canChangeStatus,
  canDeleteUser,
  canEditUser,
  canResetPassword,
  canResetSecondFactor,
} from '../../platform/permissions/user.permissions.ts'
import { presentText, presentTime } from '../../platform/http/presenting.ts'
import type { UserRow } from './user.repository.ts'

/** A user as `actor` may see it: an actor who is neither an administrator nor that user sees the name, the email and the shared groups. */
export function presentUser(actor: Actor, user: UserRow): User {
  const isKnownWell = isAdministrator(actor) || user.id === actor.id
  const memberships = user.memberships.filter(({ group }) => isKnownWell || listGroupIds(actor).includes(group.id))
  return {
    id: user.id,
    tenant_id: user.tenantId,
    name: presentText(user.name),
    email: user.email ?? '',
    account: isKnownWell ? user.account : null,
    role: user.role,
    status: user.status === 'active' ? 'active' : 'disabled',
    language: user.language,
    parents: memberships.map(({ role, group }) => ({ id: group.id, role, name: presentText(group.name) })),
    children: memberships.map(({ group }) => ({ id: group.id })),
    providers: isKnownWell ? [...new Set(user.identities.map(({ provider }) => provider))] : [],
    must_change_password: isKnownWell && user.mustChangePassword,
    has_second_factor: isKnownWell && user.hasSecondFactor,
    last_login_at: isKnownWell && user.lastLoginAt ? presentTime(user.lastLoginAt) : null,
    created_at: presentTime(user.createdAt),
    revision: user.revision,
    abilities: {
      edit: canEditUser(actor, user),
      change_email: canChangeEmail(actor, user),
      change_role: canChangeRole(actor, user),
      change_status: canChangeStatus(actor, user),
      reset_password: canResetPassword(actor, user),
      reset_second_factor: user.hasSecondFactor && canResetSecondFactor(actor, user),
      delete: canDeleteUser(actor, user),
    },
  }
}
