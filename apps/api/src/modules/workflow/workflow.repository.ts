import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import type { Pool } from 'pg'
import { countWorkflowItems, findWorkflowItems, type NewDraft, updateDraft, type WorkflowFilters } from './workflow.sql.ts'

const withRelations = {
  group: { select: { id: true, name: true } },
  editor: { select: { id: true, name: true } },
  tenant: { select: { filesWithAnyAssistant: true } },
  versions: { select: { number: true, graphHash: true, publishedAt: true }, orderBy: { number: 'desc' }, take: 1 },
} as const

export type WorkflowRow = Prisma.WorkflowGetPayload<{ include: typeof withRelations }>

export type NewWorkflow = Pick<
  Prisma.WorkflowUncheckedCreateInput,
  | 'tenantId'
  | 'groupId'
  | 'name'
  | 'description'
  | 'allowUserPrompt'
  | 'allowFiles'
  | 'openToAllGroups'
  | 'allowedModels'
  | 'draft'
  | 'layout'
  | 'editorId'
>

export type WorkflowChange = Partial<Omit<NewWorkflow, 'tenantId' | 'editorId'>> & { readonly editorId: string }

/** How many of the assistants that use a workflow are named. */
const maxNamedAssistants = 20

export type WorkflowRepository = ReturnType<typeof createWorkflowRepository>

export function createWorkflowRepository(db: PrismaClient, pool: Pool) {
  return {
    findInTenant: (tenantId: string, id: string, on: Queryable = db): Promise<WorkflowRow | null> =>
      on.workflow.findFirst({ where: { id, tenantId }, include: withRelations }),

    findPage: (tenantId: string, filters: WorkflowFilters, range: { afterId: string | undefined; take: number }) =>
      findWorkflowItems(pool, tenantId, filters, range),

    count: (tenantId: string, filters: WorkflowFilters, max: number) => countWorkflowItems(pool, tenantId, filters, max),

    isGroupOf: async (tenantId: string, id: string, on: Queryable) => (await on.group.count({ where: { id, tenantId } })) === 1,

    create: (tx: Queryable, workflow: NewWorkflow): Promise<WorkflowRow> => tx.workflow.create({ data: workflow, include: withRelations }),

    saveDraft: (draft: NewDraft) => updateDraft(pool, draft),

    /** Changes the workflow if it is still at `revision`; false when it is not. */
    async update(on: Queryable, id: string, revision: number, change: WorkflowChange): Promise<boolean> {
      const { count } = await on.workflow.updateMany({ where: { id, revision }, data: { ...change, revision: { increment: 1 } } })
      return count === 1
    },

    /** Locks the workflow for this transaction: no version is added to it, and no assistant, meanwhile. */
    async lock(tx: Queryable, id: string) {
      await tx.$queryRaw`SELECT FROM workflow WHERE id = ${id}::uuid FOR UPDATE`
    },

    /** Returns how many assistants use the workflow, and the first of them. */
    async findAssistants(id: string, on: Queryable) {
      const items = await on.assistant.findMany({
        where: { workflowId: id },
        select: { id: true, name: true },
        orderBy: { id: 'asc' },
        take: maxNamedAssistants,
      })
      return { count: await on.assistant.count({ where: { workflowId: id } }), items }
    },

    /** Its versions go with it. */
    async delete(tx: Queryable, id: string) {
      await tx.workflow.delete({ where: { id } })
    },

    /** Returns which of the names are models that the tenant offers. */
    async findModelNames(tenantId: string, names: readonly string[], on: Queryable): Promise<ReadonlySet<string>> {
      const rows = await on.model.findMany({ where: { tenantId, enabled: true, name: { in: [...names] } }, select: { name: true } })
      return new Set(rows.map(({ name }) => name))
    },
  }
}
