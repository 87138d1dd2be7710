// Who belongs to a group. Owners see to it themselves, within the group; administrators everywhere in the tenant.
import type { findGroupCandidate, queryGroupMembers } from '@heddle/contracts/group/group'
import { limits } from '@heddle/contracts/limits'
import { MembershipRole } from '@heddle/contracts/roles'
import type { ErrorCode } from '@heddle/contracts/errors'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import { z } from 'zod'
import { AppError } from '../../platform/errors/app-error.ts'
import { type Actor, isAdministrator } from '../../platform/permissions/actor.ts'
import { canManageMembers } from '../../platform/permissions/group.permissions.ts'
import type { Paging } from '../../platform/http/paging.ts'
import type { AuditService } from '../audit/audit.service.ts'
import type { GroupRepository, GroupRow } from './group.repository.ts'
import type { MemberRepository, MemberRow } from './member.repository.ts'

type MemberDependencies = {
  readonly db: PrismaClient
  readonly groups: GroupRepository
  readonly members: MemberRepository
  readonly paging: Paging
  readonly audit: AuditService
}

const Key = z.object({ name: z.string(), id: z.string() })

/** Told of in full, also when only the role of the member changes. */
const auditedMember = (user: { id: string; name: Prisma.JsonValue }, role: MembershipRole) => ({
  member: { id: user.id, name: user.name as Prisma.InputJsonValue, role },
})

export type MemberService = ReturnType<typeof createMemberService>

export function createMemberService({ db, groups, members, paging, audit }: MemberDependencies) {
  const list = paging.defineList({
    name: 'members of a group',
    filters: z.object({ group_id: z.string(), keyword: z.string().optional(), role: MembershipRole.optional() }),
    owner: 'group_id',
    key: Key,
    defaultSize: limits.chatPageSize,
  })
  const candidates = paging.defineList({
    name: 'candidates for a group',
    filters: z.object({ group_id: z.string(), keyword: z.string() }),
    owner: 'group_id',
    key: Key,
    defaultSize: limits.chatPageSize,
  })

  async function getGroup(actor: Actor, id: string, on?: Queryable): Promise<GroupRow> {
    const group = await groups.findReadable(actor, id, on)
    if (!group) throw new AppError('AUTH_GROUP_NOT_FOUND')
    return group
  }

  async function getManaged(actor: Actor, id: string, on?: Queryable): Promise<GroupRow> {
    const group = await getGroup(actor, id, on)
    if (!canManageMembers(actor, group)) throw new AppError('FORBIDDEN')
    return group
  }

  /** The transaction before may have removed the actor of this one. */
  async function refuseFormerOwner(tx: Queryable, actor: Actor, groupId: string) {
    if (isAdministrator(actor)) return
    const role = (await members.findRoles(actor.id, [groupId], tx)).get(groupId)
    if (role === undefined) throw new AppError('AUTH_GROUP_NOT_FOUND')
    if (role !== 'O') throw new AppError('FORBIDDEN')
  }

  /** The group and a user of the tenant, both kept as they are until the transaction ends: changes of members take turns. */
  async function lock(tx: Queryable, actor: Actor, groupId: string, userId: string) {
    await groups.lock(tx, actor.tenantId, [groupId])
    const group = await getManaged(actor, groupId, tx)
    await refuseFormerOwner(tx, actor, groupId)
    const user = await members.lockUser(tx, actor.tenantId, userId)
    if (!user) throw new AppError('AUTH_USER_NOT_FOUND')
    return { group, user, before: await members.find(actor, groupId, userId, tx) }
  }

  /** Only an administrator may remove the last owner of a group: no one else could manage it afterwards. */
  async function keepAnOwner(tx: Queryable, actor: Actor, groupId: string, code: ErrorCode) {
    if (!isAdministrator(actor) && (await members.countActiveOwners(tx, groupId)) === 0) throw new AppError(code)
  }

  const toTarget = ({ id, name }: GroupRow) => ({ type: 'group', id, name: name as Prisma.InputJsonValue }) as const

  return {
    async queryGroupMembers(actor: Actor, groupId: string, body: z.output<typeof queryGroupMembers.schema.body>) {
      const group = await getGroup(actor, groupId)
      const { keyword, role, ...request } = body
      const page = list.read(request, { group_id: groupId, keyword, role })
      const [found, activeOwners] = await Promise.all([
        members.findPage(actor, groupId, {
          keyword: page.filters.keyword,
          role: page.filters.role,
          withEmails: canManageMembers(actor, group),
          after: page.after,
          take: page.size + 1,
        }),
        members.countActiveOwners(db, groupId),
      ])
      const { rows, nextPageToken } = list.cut(page, found, ({ user }) => ({ name: user.nameKey, id: user.id }))
      return { group, activeOwners, rows, nextPageToken }
    },

    async putGroupMember(actor: Actor, groupId: string, userId: string, role: MembershipRole) {
      return db.$transaction(async (tx) => {
        const { group, user, before } = await lock(tx, actor, groupId, userId)
        if (!before && user.status !== 'active') throw new AppError('AUTH_RELATION_FAILED_TO_CREATE')
        await members.put(tx, groupId, userId, role)
        if (before?.role === 'O') await keepAnOwner(tx, actor, groupId, 'AUTH_RELATION_FAILED_TO_UPDATE')
        const member = (await members.find(actor, groupId, userId, tx)) as MemberRow
        await audit.record(tx, actor, {
          action: 'putGroupMember',
          target: toTarget(group),
          ...(before && { before: auditedMember(before.user, before.role) }),
          after: auditedMember(member.user, role),
        })
        return { group, member, activeOwners: await members.countActiveOwners(tx, groupId) }
      })
    },

    async removeGroupMember(actor: Actor, groupId: string, userId: string) {
      await db.$transaction(async (tx) => {
        const { group, before } = await lock(tx, actor, groupId, userId)
        if (!before) throw new AppError('AUTH_RELATION_FAILED_TO_DELETE')
        await members.remove(tx, groupId, userId)
        if (before.role === 'O') await keepAnOwner(tx, actor, groupId, 'AUTH_RELATION_FAILED_TO_DELETE')
        await audit.record(tx, actor, {
          action: 'removeGroupMember',
          target: toTarget(group),
          before: auditedMember(before.user, before.role),
        })
      })
    },

    /** An owner finds whom it can name exactly, and so cannot go through the people of the tenant. */
    async findGroupCandidate(actor: Actor, groupId: string, body: z.output<typeof findGroupCandidate.schema.body>) {
      await getManaged(actor, groupId)
      const { keyword, ...request } = body
      const page = candidates.read(request, { group_id: groupId, keyword })
      const found = isAdministrator(actor)
        ? await members.findCandidates(actor.tenantId, groupId, { keyword: page.filters.keyword, after: page.after, take: page.size + 1 })
        : await members.findCandidatesByAddress(actor.tenantId, groupId, page.filters.keyword)
      return candidates.cut(page, found, ({ nameKey, id }) => ({ name: nameKey, id }))
    },
  }
}
