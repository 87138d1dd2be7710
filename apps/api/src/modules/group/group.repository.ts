import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import { limits } from '@heddle/contracts/limits'
import { fold } from '@heddle/text/language/folding'
import { escapeLike } from '../../platform/database/like-literal.ts'
import type { Actor } from '../../platform/permissions/actor.ts'
import { readableGroups } from '../../platform/permissions/group.permissions.ts'
import { afterName, type NameCursor } from './name-order.ts'

type GroupColumns = Prisma.GroupGetPayload<object>

type MemberSummary = { readonly memberCount: number; readonly memberIds: readonly string[] }

export type GroupRow = GroupColumns & MemberSummary

export type GroupChange = { readonly name?: Prisma.InputJsonValue; readonly description?: Prisma.InputJsonValue }

/** How many of what a group manages are named. */
const namedAssets = 20

export type GroupRepository = ReturnType<typeof createGroupRepository>

export function createGroupRepository(db: PrismaClient) {
  async function summarize(on: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, MemberSummary>> {
    const rows = await on.$queryRaw<(MemberSummary & { id: string })[]>`
      SELECT g.id::text,
             (SELECT count(*)::int FROM membership m WHERE m.group_id = g.id) AS "memberCount",
             ARRAY(SELECT m.user_id::text FROM membership m WHERE m.group_id = g.id ORDER BY m.user_id LIMIT ${limits.groupChildren}) AS "memberIds"
      FROM unnest(${[...ids]}::uuid[]) AS g(id)`
    return new Map(rows.map(({ id, ...summary }) => [id, summary]))
  }

  async function withMembers(on: Queryable, groups: readonly GroupColumns[]): Promise<GroupRow[]> {
    if (groups.length === 0) return []
    const summaries = await summarize(
      on,
      groups.map(({ id }) => id),
    )
    return groups.map((group) => ({ ...group, ...(summaries.get(group.id) ?? { memberCount: 0, memberIds: [] }) }))
  }

  return {
    async findReadable(actor: Actor, id: string, on: Queryable = db): Promise<GroupRow | null> {
      const group = await on.group.findFirst({ where: { id, AND: readableGroups(actor) } })
      const [row] = await withMembers(on, group ? [group] : [])
      return row ?? null
    },

    /** By name. With `userId` only the groups of that user. */
    async findPage(
      actor: Actor,
      query: { keyword?: string | undefined; userId?: string | undefined; after: NameCursor | null; take: number },
    ): Promise<GroupRow[]> {
      const { keyword, userId, after, take } = query
      const groups = await db.group.findMany({
        where: {
          AND: [
            readableGroups(actor),
            keyword ? { searchKey: { contains: escapeLike(fold(keyword)) } } : {},
            userId === undefined ? {} : { memberships: { some: { userId } } },
            afterName(after),
          ],
        },
        orderBy: [{ nameKey: 'asc' }, { id: 'asc' }],
        take,
      })
      return withMembers(db, groups)
    },

    async create(tx: Queryable, tenantId: string, change: GroupChange & { name: Prisma.InputJsonValue }): Promise<GroupRow> {
      const group = await tx.group.create({ data: { ...change, tenantId } })
      return { ...group, memberCount: 0, memberIds: [] }
    },

    /** Changes the group if it is still at `revision`; false when it is not. */
    async update(tx: Queryable, id: string, revision: number, change: GroupChange): Promise<boolean> {
      const { count } = await tx.group.updateMany({ where: { id, revision }, data: { ...change, revision: { increment: 1 } } })
      return count === 1
    },

    /**
     * Locks the groups for this transaction, always in the same order; those of the tenant that are there. No other changes
     * their members meanwhile, and they are given nothing to manage: a foreign key waits for this lock.
     */
    async lock(tx: Queryable, tenantId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
      const rows = await tx.$queryRaw<{ id: string }[]>`
        SELECT id::text FROM "group" WHERE tenant_id = ${tenantId}::uuid AND id = ANY (${[...ids]}::uuid[]) ORDER BY id FOR UPDATE`
      return new Set(rows.map(({ id }) => id))
    },

    async findAssets(groupId: string, on: Queryable = db) {
      const page = { where: { groupId }, select: { id: true, name: true }, orderBy: { id: 'asc' }, take: namedAssets } as const
      const [assistants, assistantCount, workflows, workflowCount, collections, collectionCount, datasets, datasetCount] = [
        await on.assistant.findMany(page),
        await on.assistant.count({ where: { groupId } }),
        await on.workflow.findMany(page),
        await on.workflow.count({ where: { groupId } }),
        await on.collection.findMany(page),
        await on.collection.count({ where: { groupId } }),
        await on.dataset.findMany(page),
        await on.dataset.count({ where: { groupId } }),
      ]
      return {
        assistants: { count: assistantCount, items: assistants },
        workflows: { count: workflowCount, items: workflows },
        collections: { count: collectionCount, items: collections },
        datasets: { count: datasetCount, items: datasets },
      }
    },

    /** An editor who has one of them open sees that it has changed. */
    async moveAssets(tx: Queryable, from: string, to: string) {
      const change = { where: { groupId: from }, data: { groupId: to, revision: { increment: 1 } } }
      await tx.assistant.updateMany(change)
      await tx.workflow.updateMany(change)
      await tx.collection.updateMany(change)
      await tx.dataset.updateMany(change)
      await tx.prompt.updateMany(change)
    },

    /** Its memberships and prompts go with it. */
    async delete(tx: Queryable, id: string) {
      await tx.group.delete({ where: { id } })
    },
  }
}

export type GroupAssetRows = Awaited<ReturnType<GroupRepository['findAssets']>>
