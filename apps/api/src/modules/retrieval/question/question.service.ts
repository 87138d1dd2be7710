// The test questions of a collection. Who calls has the permission `manage_knowledge`, so every collection of the tenant is the caller's to
// edit.
import type {
  createCollectionQuestion,
  importCollectionQuestions,
  queryCollectionQuestions,
  updateCollectionQuestion,
} from '@heddle/contracts/retrieval/question'
import { limits } from '@heddle/contracts/limits'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import { guessLanguage } from '@heddle/text/language/detect-language'
import { z } from 'zod'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Paging } from '../../../platform/http/paging.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import type { AuditService } from '../../audit/audit.service.ts'
import { toCollectionTarget } from '../../collection/collection.audit.ts'
import type { CollectionService } from '../../collection/collection.service.ts'
import type { SourceService } from '../../collection/source/source.service.ts'
import { checkQuestions, type QuestionCheck } from './check-questions.ts'
import { presentQuestion } from './question.presenter.ts'
import type { NewQuestion, QuestionRepository, QuestionRow } from './question.repository.ts'

type QuestionDependencies = {
  readonly db: PrismaClient
  readonly rows: QuestionRepository
  readonly collections: CollectionService
  readonly sources: SourceService
  readonly paging: Paging
  readonly audit: AuditService
}

type QuestionList = z.output<typeof queryCollectionQuestions.schema.body>
type NewProperties = z.output<typeof createCollectionQuestion.schema.body>['question']
type QuestionUpdate = z.output<typeof updateCollectionQuestion.schema.body>
type QuestionImport = z.output<typeof importCollectionQuestions.schema.body>

const toAuditedFields = ({ question, language, source, passage, note }: QuestionRow) => ({ question, language, source, passage, note })

/** A question is the same as another with the same source and passage. */
const toKey = ({ question, sourceId, passage }: Pick<NewQuestion, 'question' | 'sourceId' | 'passage'>) =>
  JSON.stringify([question, sourceId, passage ?? null])

/** Returns the columns of what is given. */
const toColumns = ({ text, source_id, passage, language, note }: Partial<NewProperties>): Partial<NewQuestion> => ({
  ...(text !== undefined && { question: text }),
  ...(source_id !== undefined && { sourceId: source_id }),
  ...(passage !== undefined && { passage }),
  ...(language && { language }),
  ...(note !== undefined && { note }),
})

export type QuestionService = ReturnType<typeof createQuestionService>

export function createQuestionService({ db, rows, collections, sources, paging, audit }: QuestionDependencies) {
  const list = paging.defineList({
    name: 'questions of a collection',
    filters: z.object({ collection_id: z.string(), keyword: z.string().optional() }),
    owner: 'collection_id',
    key: z.object({ id: z.string() }),
    defaultSize: limits.chatPageSize,
  })

  async function getQuestion(collectionId: string, id: string, on?: Queryable): Promise<QuestionRow> {
    const question = await rows.find(collectionId, id, on)
    if (!question) throw new AppError('QUESTION_NOT_FOUND')
    return question
  }

  /** Gets a collection for additions, which take turns, so that they see each other's. */
  async function lockForAddition(tx: Queryable, actor: Actor, collectionId: string) {
    await collections.lockCollection(tx, actor.tenantId, collectionId)
    return collections.getCollection(actor, collectionId, tx)
  }

  async function assertRoom(tx: Queryable, collectionId: string, added: number) {
    if ((await rows.count(tx, collectionId)) + added > limits.questionsPerCollection)
      throw new AppError('QUESTION_TOO_MANY', { params: { max: limits.questionsPerCollection } })
  }

  return {
    async queryCollectionQuestions(actor: Actor, collectionId: string, { keyword, ...request }: QuestionList) {
      await collections.getCollection(actor, collectionId)
      const page = list.read(request, { collection_id: collectionId, ...(keyword && { keyword }) })
      const { keyword: target } = page.filters
      const found = await rows.findPage(collectionId, target, { beforeId: page.after?.id, take: page.size + 1 })
      const cut = list.cut(page, found, ({ id }) => ({ id }))
      return page.after === null ? { ...cut, total: await rows.countMatching(collectionId, target) } : { ...cut, total: undefined }
    },

    async createCollectionQuestion(actor: Actor, collectionId: string, given: NewProperties): Promise<QuestionRow> {
      return db.$transaction(async (tx) => {
        const { collection } = await lockForAddition(tx, actor, collectionId)
        await sources.getSource(actor, collectionId, given.source_id, tx)
        await assertRoom(tx, collectionId, 1)
        const language = given.language ?? guessLanguage(given.text, actor.language)
        const columns = {
          question: given.text,
          sourceId: given.source_id,
          passage: given.passage ?? null,
          note: given.note ?? '',
          language,
        }
        const created = await getQuestion(collectionId, await rows.create(tx, collectionId, columns), tx)
        const after = toAuditedFields(created)
        await audit.record(tx, actor, { action: 'createCollectionQuestion', target: toCollectionTarget(collection), after })
        return created
      })
    },

    async updateCollectionQuestion(
      actor: Actor,
      collectionId: string,
      id: string,
      { revision, question: given }: QuestionUpdate,
    ): Promise<QuestionRow> {
      return db.$transaction(async (tx) => {
        const { collection } = await collections.getCollection(actor, collectionId, tx)
        const before = await getQuestion(collectionId, id, tx)
        if (given.source_id !== undefined) await sources.getSource(actor, collectionId, given.source_id, tx)
        const text = given.text ?? before.question
        const isDetected = given.language === null || (given.language === undefined && text !== before.question)
        const change = { ...toColumns(given), ...(isDetected && { language: guessLanguage(text, actor.language) }) }
        const isUpdated = await rows.update(tx, { id, revision }, change)
        const after = await getQuestion(collectionId, id, tx)
        if (!isUpdated) throw new AppError('REVISION_MISMATCH', { params: { current: presentQuestion(after) } })
        await audit.record(tx, actor, {
          action: 'updateCollectionQuestion',
          target: toCollectionTarget(collection),
          before: toAuditedFields(before),
          after: toAuditedFields(after),
        })
        return after
      })
    },

    async deleteCollectionQuestion(actor: Actor, collectionId: string, id: string): Promise<void> {
      await db.$transaction(async (tx) => {
        const { collection } = await collections.getCollection(actor, collectionId, tx)
        const before = toAuditedFields(await getQuestion(collectionId, id, tx))
        await rows.delete(tx, id)
        await audit.record(tx, actor, { action: 'deleteCollectionQuestion', target: toCollectionTarget(collection), before })
      })
    },

    /** Adds the questions of a file, all or none. */
    async importCollectionQuestions(actor: Actor, collectionId: string, { csv, dry_run: isDryRun = false }: QuestionImport) {
      await collections.getCollection(actor, collectionId)
      const { questions, problems }: QuestionCheck = await checkQuestions(csv, await rows.findSources(collectionId))
      return db.$transaction(async (tx) => {
        const { collection } = await lockForAddition(tx, actor, collectionId)
        const known = new Set((await rows.findAll(collectionId, tx)).map(toKey))
        const added = [...new Map(questions.map((question) => [toKey(question), question]))].filter(([key]) => !known.has(key))
        const columns = added.map(([, question]) => ({ ...question, language: guessLanguage(question.question, actor.language) }))
        await assertRoom(tx, collectionId, columns.length)
        const isWritten = !isDryRun && problems.length === 0
        if (isWritten) {
          await rows.createMany(tx, collectionId, columns)
          const after = { questions: columns.length }
          await audit.record(tx, actor, { action: 'importCollectionQuestions', target: toCollectionTarget(collection), after })
        }
        return { added: problems.length === 0 ? columns.length : 0, known: questions.length - columns.length, problems }
      })
    },
  }
}
