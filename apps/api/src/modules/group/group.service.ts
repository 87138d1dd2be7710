import type { createGroup, deleteGroup, queryGroups, updateGroup } from '@heddle/contracts/group/group'
import { limits } from '@heddle/contracts/limits'
import type { PageQuery } from '@heddle/contracts/wire'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import { z } from 'zod'
import { AppError } from '../../platform/errors/app-error.ts'
import { findViolatedConstraint } from '../../platform/database/violated-constraint.ts'
import type { Actor } from '../../platform/permissions/actor.ts'
import { canDeleteGroup, canEditGroup } from '../../platform/permissions/group.permissions.ts'
import type { Paging } from '../../platform/http/paging.ts'
import type { AuditService } from '../audit/audit.service.ts'
import { presentGroup, presentGroupAssets } from './group.presenter.ts'
import type { GroupRepository, GroupRow } from './group.repository.ts'
import type { MemberRepository } from './member.repository.ts'

type GroupDependencies = {
  readonly db: PrismaClient
  readonly groups: GroupRepository
  readonly members: MemberRepository
  readonly paging: Paging
  readonly audit: AuditService
}

type NewGroup = z.output<typeof createGroup.schema.body>['group']
type GroupUpdate = z.output<typeof updateGroup.schema.body>['group']

const Key = z.object({ name: z.string(), id: z.string() })
const toKey = ({ nameKey, id }: GroupRow) => ({ name: nameKey, id })

const auditedFields = ({ name, description }: GroupRow) =>
  ({ name, description }) as { name: Prisma.InputJsonValue; description: Prisma.InputJsonValue }

const toTarget = ({ id, name }: GroupRow) => ({ type: 'group', id, name: name as Prisma.InputJsonValue }) as const

export type GroupService = ReturnType<typeof createGroupService>

export function createGroupService({ db, groups, members, paging, audit }: GroupDependencies) {
  const list = paging.defineList({
    name: 'groups',
    filters: z.object({ keyword: z.string().optional() }),
    key: Key,
    defaultSize: limits.myGroupsPageSize,
  })
  const listOfUser = paging.defineList({
    name: 'groups of a user',
    filters: z.object({ user_id: z.string() }),
    owner: 'user_id',
    key: Key,
    defaultSize: limits.myGroupsPageSize,
  })

  async function getGroup(actor: Actor, id: string, on?: Queryable): Promise<GroupRow> {
    const group = await groups.findReadable(actor, id, on)
    if (!group) throw new AppError('AUTH_GROUP_NOT_FOUND')
    return group
  }

  /** Refuses with what the group manages, if it manages anything. */
  async function refuseWithAssets(id: string, on: Queryable) {
    const assets = await groups.findAssets(id, on)
    if (Object.values(assets).every(({ count }) => count === 0)) return
    throw new AppError('AUTH_GROUP_FAILED_TO_DELETE', { params: { assets: presentGroupAssets(assets) } })
  }

  async function insertGroup(tx: Queryable, actor: Actor, given: Pick<NewGroup, 'name' | 'description'>): Promise<GroupRow> {
    const { name, description } = given
    const group = await groups.create(tx, actor.tenantId, { name, ...(description && { description }) })
    await audit.record(tx, actor, { action: 'createGroup', target: toTarget(group), after: auditedFields(group) })
    return group
  }

  return {
    getGroup,

    insertGroup,

    async queryGroups(actor: Actor, { keyword, ...request }: z.output<typeof queryGroups.schema.body>) {
      const page = list.read(request, { keyword })
      const found = await groups.findPage(actor, { keyword: page.filters.keyword, after: page.after, take: page.size + 1 })
      return list.cut(page, found, toKey)
    },

    /** The groups of a user whom the actor may see, as far as it may see them, with the user's role in each. */
    async queryUserGroups(actor: Actor, userId: string, request: z.output<typeof PageQuery>) {
      if (!(await members.isReadableUser(actor, userId))) throw new AppError('AUTH_USER_NOT_FOUND')
      const page = listOfUser.read(request, { user_id: userId })
      const found = await groups.findPage(actor, { userId, after: page.after, take: page.size + 1 })
      const { rows, nextPageToken } = listOfUser.cut(page, found, toKey)
      const roles = await members.findRoles(
        userId,
        rows.map(({ id }) => id),
      )
      return { rows: rows.map((group) => ({ group, membership: roles.get(group.id) ?? null })), nextPageToken }
    },

    async createGroup(actor: Actor, { role = 'G', name, description }: NewGroup): Promise<GroupRow> {
      if (role !== 'G') throw new AppError('AUTH_GROUP_ROLE_INVALID')
      return db.$transaction((tx) => insertGroup(tx, actor, { name, description }))
    },

    async updateGroup(actor: Actor, id: string, { revision, name, description }: GroupUpdate): Promise<GroupRow> {
      return db.$transaction(async (tx) => {
        const before = await getGroup(actor, id, tx)
        if (!canEditGroup(actor, before)) throw new AppError('FORBIDDEN')
        const change = { ...(name && { name }), ...(description && { description }) }
        const isUpdated = before.revision === revision && (await groups.update(tx, id, revision, change))
        const after = await getGroup(actor, id, tx)
        if (!isUpdated) throw new AppError('REVISION_MISMATCH', { params: { current: presentGroup(actor, after) } })
        await audit.record(tx, actor, {
          action: 'updateGroup',
          target: toTarget(after),
          before: auditedFields(before),
          after: auditedFields(after),
        })
        return after
      })
    },

    async getGroupAssets(actor: Actor, id: string) {
      await getGroup(actor, id)
      return groups.findAssets(id)
    },

    async deleteGroup(actor: Actor, id: string, { move_to: moveTo }: z.output<typeof deleteGroup.schema.querystring>) {
      await db
        .$transaction(async (tx) => {
          const present = await groups.lock(tx, actor.tenantId, moveTo === undefined ? [id] : [id, moveTo])
          const group = await getGroup(actor, id, tx)
          if (!canDeleteGroup(actor, group)) throw new AppError('FORBIDDEN')
          if (moveTo !== undefined) {
            if (moveTo === id || !present.has(moveTo)) {
              const fields = [{ path: 'querystring/move_to', message: 'Not another group of the tenant' }]
              throw new AppError('BAD_REQUEST', { params: { fields } })
            }
            await groups.moveAssets(tx, id, moveTo)
          }
          await refuseWithAssets(id, tx)
          await groups.delete(tx, id)
          await audit.record(tx, actor, {
            action: 'deleteGroup',
            target: toTarget(group),
            before: auditedFields(group),
            ...(moveTo !== undefined && { after: { assets_moved_to: moveTo } }),
          })
        })
        .catch((cause: unknown) => {
          // Something else of the product refers to the group.
          if (findViolatedConstraint(cause) === undefined) throw cause
          throw new AppError('AUTH_GROUP_FAILED_TO_DELETE', { cause })
        })
    },
  }
}
