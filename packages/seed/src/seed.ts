// What a database without users is filled with.
import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Cells } from '@heddle/contracts/dataset/cell'
import type { TableDefinition } from '@heddle/contracts/dataset/column'
import { createClient, type PrismaClient, type Queryable } from '@heddle/db/client'
import { createPool } from '@heddle/db/connection'
import type { Prisma } from '@heddle/db/generated/client'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createDataset, createDatasetVersion, type DatasetOverrides } from '@heddle/db/factories/dataset'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { openJobFactory } from '@heddle/db/factories/job'
import { createCollection } from '@heddle/db/factories/knowledge'
import { createModel } from '@heddle/db/factories/model'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { createWorkflow } from '@heddle/db/factories/workflow'
import { bindResources } from '@heddle/workflow/model/graph/bound-resources'
import { createPlainChatGraph, createWritingHelperGraph } from '@heddle/workflow/model/graph/starter-graphs'
import { getTemplate } from '@heddle/workflow/model/templates/templates'
import { datasetQueue, sampleQueue } from '@heddle/db/job-queues'
import { type Config, ConfigError } from '@heddle/config/config'
import type { Pool } from 'pg'
import { hashPassword } from '@heddle/security/password'
import { findPasswordWeakness } from '@heddle/security/password-strength'
import {
  assistants,
  cast,
  defaultImageModels,
  defaultModelNames,
  demonstrationModels,
  groups,
  handbookCollection,
  handbookExpert,
  tenants,
  workflows,
} from './seed-data.ts'
import { insertTextilePrompts } from './textile-prompts/textile-prompts.ts'
import { fabricTestsDataset, fabricTestsExpert, fabricTestsWorkflow } from './fabric-tests/fabric-tests-expert.ts'
import { fabricTests, readFabricTests } from './fabric-tests/fabric-tests.ts'
import {
  laboratoryAnswersColumns,
  laboratoryAnswersDataset,
  laboratoryAnswersRows,
  laboratoryAnswersWorkflow,
  laboratoryExpert,
} from './laboratory-answers/laboratory-answers.ts'

export type SeedOptions = {
  /** The password of every account. */
  readonly password: string
  /** The models of each tenant, the default first; those of the specification, and of the demonstration for collections, unless given. */
  readonly modelNames?: readonly string[] | undefined
  /** Of each model. */
  readonly contextTokens?: number
  /** The models that are given images. */
  readonly imageModels?: readonly string[]
}

export class SeedError extends Error {
  override readonly name = 'SeedError'
}

type TenantKey = keyof typeof tenants
type Person = (typeof cast)[number]

const graphs = { conversation: createPlainChatGraph, writing: createWritingHelperGraph }

type SeededModels = Required<Pick<SeedOptions, 'contextTokens' | 'imageModels'>> & {
  readonly names: readonly string[]
  /** That are not chatted with. */
  readonly others: readonly (typeof demonstrationModels)[number][]
}

async function seedModels(db: Queryable, tenantId: string, { names, others, contextTokens, imageModels }: SeededModels) {
  for (const [position, name] of names.entries()) {
    const images = imageModels.includes(name) ? ({ images: 'yes', imagesSource: 'set' } as const) : {}
    await createModel(db, { tenantId, name, position, isDefault: position === 0, contextTokens, ...images })
  }
  for (const [index, model] of others.entries()) await createModel(db, { tenantId, ...model, position: names.length + index })
}

async function seedWorkflows(db: Queryable, tenantId: string) {
  const conversation = await createWorkflow(db, { tenantId, ...workflows.conversation, draft: graphs.conversation() })
  const writing = await createWorkflow(db, { tenantId, ...workflows.writing, draft: graphs.writing() })
  return { conversation, writing }
}

async function seedTenant(db: Queryable, key: TenantKey, group: keyof typeof groups, models: SeededModels) {
  const { id: tenantId } = await createTenant(db, tenants[key])
  await seedModels(db, tenantId, models)
  const { id: groupId } = await createGroup(db, { tenantId, ...groups[group] })
  const workflow = await seedWorkflows(db, tenantId)
  await insertTextilePrompts(db, tenantId)
  const seeded: string[] = []
  for (const { workflow: kind, recommendedQuestions, ...texts } of assistants[key]) {
    const { id } = await createAssistant(db, {
      ...texts,
      recommendedQuestions: [...recommendedQuestions],
      tenantId,
      groupId,
      workflowId: workflow[kind].id,
    })
    if (texts.isPublic) seeded.push(id)
  }
  const [defaultAssistantId] = seeded
  if (defaultAssistantId) await db.tenant.update({ where: { id: tenantId }, data: { defaultAssistantId } })
  return { tenantId, groupId }
}

/** Milliseconds: a second start waits for the first one, on a machine that does more at its start than at any other time. */
const transactionTime = { maxWait: 30_000, timeout: 60_000 }

type Database = { readonly db: PrismaClient; readonly pool: Pool }
type JobFactory = Awaited<ReturnType<typeof openJobFactory>>

type Owner = { readonly tenantId: string; readonly groupId: string }

/** Makes an expert that answers from a collection, to which a worker adds the handbook: the file store may be out of reach here. */
export async function seedHandbook(tx: Queryable, jobs: Pick<JobFactory, 'createJob'>, owner: Owner) {
  const { tenantId } = owner
  const { id: collectionId } = await createCollection(tx, { ...handbookCollection, ...owner })
  await jobs.createJob(tx, sampleQueue, { collectionId })
  const draft = bindResources(getTemplate('document_qa').createGraph('en'), { collection: [collectionId] })
  const { id: workflowId } = await createWorkflow(tx, { tenantId, ...workflows.handbook, draft })
  const { id: assistantId } = await createAssistant(tx, { ...handbookExpert, ...owner, workflowId })
  return { collectionId, assistantId }
}

type Content = Pick<TableDefinition, 'columns' | 'measures'> & { readonly rows: readonly Cells[] }

/** Makes a dataset with a version of its rows, whose table a worker fills. */
async function seedDataset(
  tx: Queryable,
  jobs: Pick<JobFactory, 'createJob'>,
  { columns, measures, rows }: Content,
  own: DatasetOverrides,
) {
  const definition = { columns: columns as Prisma.InputJsonValue, measures: measures as Prisma.InputJsonValue }
  const counts = { nextColumn: columns.length + 1, nextMeasure: measures.length + 1, rowCount: rows.length, lastRowNo: rows.length }
  const { id: datasetId } = await createDataset(tx, { ...own, ...definition, ...counts, draftVersion: 2, hasChanges: false })
  const numbered = rows.map((data, index) => ({ id: randomUUIDv7(), datasetId, rowNo: index + 1, versionFrom: 1, data }))
  await tx.datasetRow.createMany({ data: numbered })
  const { id: versionId } = await createDatasetVersion(tx, { datasetId, ...definition, rowCount: rows.length })
  await jobs.createJob(tx, datasetQueue, { versionId })
  return { datasetId, versionId }
}

/** Makes a dataset of fabric tests with an expert on it. */
export async function seedFabricTests(tx: Queryable, jobs: Pick<JobFactory, 'createJob'>, owner: Owner) {
  const { tenantId } = owner
  const content = { ...fabricTests, rows: await readFabricTests() }
  const { datasetId, versionId } = await seedDataset(tx, jobs, content, { ...fabricTestsDataset, ...owner })
  const draft = bindResources(getTemplate('dataset_qa').createGraph('en'), { dataset: [datasetId] })
  const { id: workflowId } = await createWorkflow(tx, { tenantId, ...fabricTestsWorkflow, draft })
  const { id: assistantId } = await createAssistant(tx, { ...fabricTestsExpert, ...owner, workflowId })
  return { datasetId, versionId, assistantId }
}

/** Makes a dataset of approved answers with an expert that gives them first. */
export async function seedLaboratoryAnswers(tx: Queryable, jobs: Pick<JobFactory, 'createJob'>, owner: Owner) {
  const { tenantId } = owner
  const content = { columns: laboratoryAnswersColumns, measures: [], rows: laboratoryAnswersRows }
  const { datasetId, versionId } = await seedDataset(tx, jobs, content, { ...laboratoryAnswersDataset, ...owner })
  const draft = bindResources(getTemplate('approved_first').createGraph('en'), { dataset: [datasetId] })
  const { id: workflowId } = await createWorkflow(tx, { tenantId, ...laboratoryAnswersWorkflow, draft })
  const { id: assistantId } = await createAssistant(tx, { ...laboratoryExpert, ...owner, workflowId })
  return { datasetId, versionId, assistantId }
}

/**
 * Fills a database that has no users, in one transaction: a super user, an administrator, the owner and a member of a
 * group, and someone of another tenant. Throws a `SeedError` where there are users.
 */
export async function seed(
  { db, pool }: Database,
  { password, modelNames, contextTokens = 16_384, imageModels = defaultImageModels }: SeedOptions,
): Promise<readonly Person[]> {
  const models = { names: modelNames ?? defaultModelNames, others: modelNames ? [] : demonstrationModels, contextTokens, imageModels }
  if ((await db.user.count()) > 0) throw new SeedError('The database has users already: nothing was seeded.')
  const weakness = cast.map((person) => findPasswordWeakness(password, person)).find((reason) => reason !== null)
  if (weakness) throw new ConfigError('SEED_PASSWORD is not valid: it is one of the commonest passwords, or a name of its users.')
  const hashes = await Promise.all(cast.map(() => hashPassword(password)))
  const jobs = await openJobFactory(pool)
  try {
    await db.$transaction(async (tx) => {
      // Two that start at once on one empty database: the second waits here, and then finds the users of the first.
      await tx.$executeRaw`LOCK TABLE "tenant" IN EXCLUSIVE MODE`
      if ((await tx.user.count()) > 0) throw new SeedError('The database has users already: nothing was seeded.')
      const seeded = {
        institute: await seedTenant(tx, 'institute', 'laboratory', models),
        neighbor: await seedTenant(tx, 'neighbor', 'neighbors', models),
      }
      await seedHandbook(tx, jobs, seeded.institute)
      await seedFabricTests(tx, jobs, seeded.institute)
      await seedLaboratoryAnswers(tx, jobs, seeded.institute)
      for (const [i, { tenant, account, email, role, name }] of cast.entries()) {
        const { tenantId, groupId } = seeded[tenant]
        const { id: userId } = await createUser(tx, {
          tenantId,
          account,
          email,
          role,
          name,
          passwordHash: hashes[i] ?? null,
          tourOfferedAt: null,
        })
        if (role === 'U') await createMembership(tx, { userId, groupId, role: account === 'member' ? 'U' : 'O' })
      }
    }, transactionTime)
    return cast
  } finally {
    await jobs.close()
  }
}

/** Seeds the database at `url` and prints who may sign in, and with what: the only time that a random password is seen. */
export async function seedAndReport(url: string, { seedPassword, model }: Pick<Config, 'seedPassword' | 'model'>) {
  const pool = createPool(url, 2)
  // A statement that fails says so itself; an idle connection that is lost is replaced.
  pool.on('error', () => {})
  const db = createClient(pool)
  try {
    const password = seedPassword ?? randomBytes(12).toString('base64url')
    const accounts = await seed(
      { db, pool },
      {
        password,
        modelNames: model.names,
        contextTokens: model.contextTokens,
        ...(model.names && { imageModels: model.readsImages }),
      },
    )
    console.log('\nThe first accounts:')
    for (const { account, email, role } of accounts) console.log(`  ${account.padEnd(9)} ${email.padEnd(22)} role ${role}`)
    console.log(seedPassword ? 'Their password is SEED_PASSWORD.\n' : `Their password, shown this once: ${password}\n`)
  } finally {
    await db.$disconnect()
    await pool.end()
  }
}
