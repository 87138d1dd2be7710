import { limits } from '@heddle/contracts/limits'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import { randomUUIDv7 } from 'node:crypto'
import type { Actor } from '../../platform/permissions/actor.ts'
import { findPromptPage, findReadablePrompt, type PromptFilters, type PromptKey } from './prompt.sql.ts'

/** Whose prompts are meant: a user's, a group's or, with neither, the tenant's. */
export type PromptOwner = { readonly tenantId: string; readonly ownerId: string | null; readonly groupId: string | null }

/** What a version keeps. */
export type VersionedFields = {
  readonly name: Prisma.InputJsonValue
  readonly text: Prisma.InputJsonValue
  readonly variables: Prisma.InputJsonValue
}

export type NewPrompt = VersionedFields & {
  readonly description: Prisma.InputJsonValue
  readonly tags: string[]
  readonly assistantId?: string | null
}

export type PromptChange = Partial<NewPrompt> & { readonly state?: 'offered' }

/** What a file has of a prompt. */
const exported = { id: true, name: true, description: true, text: true, tags: true, variables: true } as const

const has = (rows: unknown) => (rows as unknown[]).length > 0

export type PromptRepository = ReturnType<typeof createPromptRepository>

export function createPromptRepository(db: PrismaClient) {
  return {
    findReadable: (actor: Actor, id: string, on: Queryable = db) => findReadablePrompt(on, actor, id),

    findPage: (actor: Actor, filters: PromptFilters, page: { after: PromptKey | null; take: number }) =>
      findPromptPage(db, actor, filters, page),

    /** Has those who add to the same prompts wait for each other. Returns false when the group, or the user, is there no more. */
    async lockOwner(tx: Queryable, { tenantId, ownerId, groupId }: PromptOwner): Promise<boolean> {
      if (groupId !== null)
        return has(
          await tx.$queryRaw`SELECT id FROM "group" WHERE id = ${groupId}::uuid AND tenant_id = ${tenantId}::uuid FOR NO KEY UPDATE`,
        )
      if (ownerId !== null)
        return has(await tx.$queryRaw`SELECT id FROM "user" WHERE id = ${ownerId}::uuid AND status <> 'deleted' FOR NO KEY UPDATE`)
      return has(await tx.$queryRaw`SELECT id FROM tenant WHERE id = ${tenantId}::uuid FOR NO KEY UPDATE`)
    },

    countOf: (tx: Queryable, owner: PromptOwner): Promise<number> => tx.prompt.count({ where: owner }),

    /** Inserts prompts, each with its first version, in their order. Returns their ids. */
    async create(
      tx: Queryable,
      owner: PromptOwner & { readonly createdById: string; readonly state: 'offered' | 'suggested' },
      prompts: readonly NewPrompt[],
    ): Promise<string[]> {
      const rows = prompts.map((prompt) => ({ ...prompt, ...owner, id: randomUUIDv7() }))
      await tx.prompt.createMany({ data: rows })
      await tx.promptVersion.createMany({
        data: rows.map(({ id, name, text, variables, createdById }) => ({ promptId: id, number: 1, name, text, variables, createdById })),
      })
      return rows.map(({ id }) => id)
    },

    /** Changes the prompt if it is still at `revision`; false when it is not. */
    async update(tx: Queryable, id: string, revision: number, change: PromptChange & { readonly version: number }): Promise<boolean> {
      const { count } = await tx.prompt.updateMany({ where: { id, revision }, data: { ...change, revision: { increment: 1 } } })
      return count === 1
    },

    /** Keeps a version, and the newest before it. */
    async addVersion(tx: Queryable, promptId: string, number: number, version: VersionedFields & { readonly createdById: string }) {
      await tx.promptVersion.create({ data: { ...version, promptId, number } })
      await tx.promptVersion.deleteMany({ where: { promptId, number: { lte: number - limits.promptVersions } } })
    },

    findVersions: (promptId: string, { after, take }: { after: number | undefined; take: number }) =>
      db.promptVersion.findMany({
        where: { promptId, ...(after !== undefined && { number: { lt: after } }) },
        include: { createdBy: { select: { id: true, name: true } } },
        orderBy: { number: 'desc' },
        take,
      }),

    async delete(tx: Queryable, id: string) {
      await tx.prompt.deleteMany({ where: { id } })
    },

    async noteUse(userId: string, promptId: string, usedAt: Date) {
      await db.promptUse.upsert({
        where: { userId_promptId: { userId, promptId } },
        create: { userId, promptId, usedAt },
        update: { usedAt },
      })
    },

    /** Those that are offered, by age. */
    findExported: (owner: PromptOwner, afterId: string | undefined, take: number) =>
      db.prompt.findMany({
        where: { ...owner, state: 'offered', ...(afterId !== undefined && { id: { gt: afterId } }) },
        select: exported,
        orderBy: { id: 'asc' },
        take,
      }),
  }
}

export type PromptVersionRow = Awaited<ReturnType<PromptRepository['findVersions']>>[number]
export type ExportedPromptRow = Awaited<ReturnType<PromptRepository['findExported']>>[number]
