import type { GroupMember } from '@heddle/contracts/group/group'
import { type Actor, isAdministrator } from '../../platform/permissions/actor.ts'
import { canManageMembers, type GroupFacts } from '../../platform/permissions/group.permissions.ts'
import { canReadUser } from '../../platform/permissions/user.permissions.ts'
import { presentText } from '../../platform/http/presenting.ts'
import type { MemberRow } from './member.repository.ts'

/** A member as `actor` may see it, in a group with so many owners who can act for it. */
export function presentMember(actor: Actor, group: GroupFacts, activeOwners: number, { user, role, provider }: MemberRow): GroupMember {
  const isKnown = canReadUser(actor, user)
  const isLastOwner = role === 'O' && user.status === 'active' && activeOwners === 1
  const canChange = canManageMembers(actor, group) && (isAdministrator(actor) || !isLastOwner)
  return {
    id: user.id,
    name: presentText(user.name),
    email: isKnown ? (user.email ?? '') : null,
    status: user.status === 'active' ? 'active' : 'disabled',
    role,
    provider,
    abilities: { change_role: canChange, remove: canChange, see_profile: isKnown },
  }
}

type CandidateRow = { readonly id: string; readonly name: unknown; readonly email: string | null }

export const presentCandidate = ({ id, name, email }: CandidateRow) => ({ id, name: presentText(name), email: email ?? '' })
