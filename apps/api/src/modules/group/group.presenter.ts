import type { Group, GroupAssets } from '@heddle/contracts/group/group'
import type { MembershipRole } from '@heddle/contracts/roles'
import type { Actor } from '../../platform/permissions/actor.ts'
import { canMakeAssistantPublic } from '../../platform/permissions/assistant.permissions.ts'
import { canDeleteGroup, canEditGroup, canManageMembers } from '../../platform/permissions/group.permissions.ts'
import { presentText, presentTime } from '../../platform/http/presenting.ts'
import type { GroupAssetRows, GroupRow } from './group.repository.ts'

const ownMembership = (actor: Actor, { id }: GroupRow): MembershipRole | null =>
  actor.memberships.find(({ groupId }) => groupId === id)?.role ?? null

export const presentGroup = (actor: Actor, group: GroupRow, membership = ownMembership(actor, group)): Group => ({
  id: group.id,
  role: 'G',
  name: presentText(group.name),
  description: presentText(group.description),
  children: group.memberIds.map((id) => ({ id })),
  member_count: group.memberCount,
  membership,
  revision: group.revision,
  created_at: presentTime(group.createdAt),
  updated_at: presentTime(group.updatedAt),
  abilities: {
    edit: canEditGroup(actor, group),
    manage_members: canManageMembers(actor, group),
    delete: canDeleteGroup(actor, group),
    make_assistant_public: canMakeAssistantPublic(actor, group.id),
  },
})

type OwnedRows = GroupAssetRows['assistants']

const presentOwned = ({ count, items }: OwnedRows) => ({ count, items: items.map(({ id, name }) => ({ id, name: presentText(name) })) })

export const presentGroupAssets = ({ assistants, workflows, collections, datasets }: GroupAssetRows): GroupAssets => ({
  assistants: presentOwned(assistants),
  workflows: presentOwned(workflows),
  collections: presentOwned(collections),
  datasets: presentOwned(datasets),
})
