import { limits } from '@heddle/contracts/limits'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'

const withSource = { source: { select: { id: true, title: true } } } satisfies Prisma.CollectionQuestionInclude

/** A test question with its expected source. */
export type QuestionRow = Prisma.CollectionQuestionGetPayload<{ include: typeof withSource }>

export type NewQuestion = Pick<Prisma.CollectionQuestionUncheckedCreateInput, 'question' | 'language' | 'passage' | 'sourceId' | 'note'>

export type QuestionRepository = ReturnType<typeof createQuestionRepository>

function matches(collectionId: string, keyword: string | undefined): Prisma.CollectionQuestionWhereInput {
  if (!keyword) return { collectionId }
  const has = { contains: keyword, mode: 'insensitive' } as const
  return { collectionId, OR: [{ question: has }, { note: has }, { source: { title: has } }] }
}

export function createQuestionRepository(db: PrismaClient) {
  return {
    find: (collectionId: string, id: string, on: Queryable = db): Promise<QuestionRow | null> =>
      on.collectionQuestion.findFirst({ where: { id, collectionId }, include: withSource }),

    /** Questions of a collection, the latest first. */
    findPage: (
      collectionId: string,
      keyword: string | undefined,
      { beforeId, take }: { beforeId: string | undefined; take: number },
    ): Promise<QuestionRow[]> =>
      db.collectionQuestion.findMany({
        where: { AND: [matches(collectionId, keyword), beforeId === undefined ? {} : { id: { lt: beforeId } }] },
        include: withSource,
        orderBy: { id: 'desc' },
        take,
      }),

    countMatching: (collectionId: string, keyword?: string): Promise<number> =>
      db.collectionQuestion.count({ where: matches(collectionId, keyword) }),

    /** All questions of a collection, in the order of their creation. */
    findAll: (collectionId: string, on: Queryable = db): Promise<QuestionRow[]> =>
      on.collectionQuestion.findMany({
        where: { collectionId },
        include: withSource,
        orderBy: { id: 'asc' },
        take: limits.questionsPerCollection,
      }),

    count: (tx: Queryable, collectionId: string): Promise<number> => tx.collectionQuestion.count({ where: { collectionId } }),

    async create(tx: Queryable, collectionId: string, question: NewQuestion): Promise<string> {
      const { id } = await tx.collectionQuestion.create({ data: { ...question, collectionId }, select: { id: true } })
      return id
    },

    /** Inserts questions in their order. */
    async createMany(tx: Queryable, collectionId: string, questions: readonly NewQuestion[]): Promise<void> {
      await tx.collectionQuestion.createMany({ data: questions.map((question) => ({ ...question, collectionId })) })
    },

    /** Changes the question if it still has the revision; false when it has not. */
    async update(
      tx: Queryable,
      { id, revision }: { readonly id: string; readonly revision: number },
      change: Partial<NewQuestion>,
    ): Promise<boolean> {
      const data = { ...change, revision: { increment: 1 } }
      const { count } = await tx.collectionQuestion.updateMany({ where: { id, revision }, data })
      return count === 1
    },

    async delete(tx: Queryable, id: string): Promise<void> {
      await tx.collectionQuestion.delete({ where: { id } })
    },

    /** The sources of a collection by their titles and files, as a file of questions names them. */
    async findSources(collectionId: string) {
      const version = { select: { name: true } } as const
      const found = await db.source.findMany({
        where: { collectionId },
        select: {
          id: true,
          kind: true,
          title: true,
          folder: true,
          activeVersion: version,
          versions: { ...version, orderBy: { id: 'desc' }, take: 1 },
        },
      })
      return found.map(({ id, kind, title, folder, activeVersion, versions }) => ({
        id,
        title,
        folder,
        fileName: kind === 'file' ? ((activeVersion ?? versions[0])?.name ?? null) : null,
      }))
    },
  }
}
