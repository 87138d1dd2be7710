import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import type { Actor } from '../../platform/permissions/actor.ts'
import { assistableWorkflows, usableAssistants } from '../../platform/permissions/assistant.permissions.ts'
import type { AssistantRow } from './assistant.sql.ts'

const workflowColumns = {
  id: true,
  name: true,
  description: true,
  allowUserPrompt: true,
  allowFiles: true,
  tenant: { select: { filesWithAnyAssistant: true } },
  openToAllGroups: true,
  group: { select: { id: true, name: true } },
  versions: { select: { readsFiles: true, hasModel: true }, orderBy: { number: 'desc' }, take: 1 },
} satisfies Prisma.WorkflowSelect

/** A workflow as one sees it who makes an assistant of it. */
export type AssistantWorkflowRow = Prisma.WorkflowGetPayload<{ select: typeof workflowColumns }>

/** What of an assistant only its editors see. */
export type AssistantConfigurationRow = {
  readonly workflow: AssistantWorkflowRow
  readonly userPrompt: string
  readonly chats: number
  readonly lastUsedAt: Date | null
}

/** An assistant, with its configuration for those who may edit it. */
export type AssistantView = { readonly assistant: AssistantRow; readonly configuration: AssistantConfigurationRow | null }

const edited = { workflow: true, group: { select: { id: true, name: true } } } satisfies Prisma.AssistantInclude

/** An assistant as its editor changes it. */
export type EditedAssistantRow = Prisma.AssistantGetPayload<{ include: typeof edited }>

export type AssistantChange = Omit<
  Prisma.AssistantUncheckedUpdateManyInput,
  'id' | 'tenantId' | 'workflowId' | 'createdById' | 'revision' | 'createdAt' | 'updatedAt'
>

export type AssistantEditRepository = ReturnType<typeof createAssistantEditRepository>

export function createAssistantEditRepository(db: PrismaClient) {
  const published = { versions: { some: {} } } satisfies Prisma.WorkflowWhereInput

  return {
    /** The published workflows that the actor may make an assistant of, the newest first. */
    findWorkflows: (actor: Actor): Promise<AssistantWorkflowRow[]> =>
      db.workflow.findMany({ where: { AND: [assistableWorkflows(actor), published] }, select: workflowColumns, orderBy: { id: 'desc' } }),

    findWorkflow: (tx: Queryable, actor: Actor, id: string) =>
      tx.workflow.findFirst({
        where: { id, AND: [assistableWorkflows(actor), published] },
        select: { allowUserPrompt: true, allowedModels: true },
      }),

    isGroupOfTenant: async (tx: Queryable, tenantId: string, id: string): Promise<boolean> =>
      (await tx.group.count({ where: { tenantId, id } })) === 1,

    async findConfiguration(id: string): Promise<AssistantConfigurationRow | null> {
      const [assistant, chats] = await Promise.all([
        db.assistant.findUnique({ where: { id }, select: { userPrompt: true, workflow: { select: workflowColumns } } }),
        db.chat.aggregate({ where: { assistantId: id }, _count: true, _max: { updatedAt: true } }),
      ])
      return assistant && { ...assistant, chats: chats._count, lastUsedAt: chats._max.updatedAt }
    },

    findUsable: (tx: Queryable, actor: Actor, id: string): Promise<EditedAssistantRow | null> =>
      tx.assistant.findFirst({ where: { id, AND: usableAssistants(actor) }, include: edited }),

    get: (tx: Queryable, id: string): Promise<EditedAssistantRow> => tx.assistant.findUniqueOrThrow({ where: { id }, include: edited }),

    create: (tx: Queryable, assistant: Prisma.AssistantUncheckedCreateInput): Promise<EditedAssistantRow> =>
      tx.assistant.create({ data: assistant, include: edited }),

    /** Changes the assistant if it is still at `revision`; false when it is not. */
    async update(tx: Queryable, id: string, revision: number, change: AssistantChange): Promise<boolean> {
      const { count } = await tx.assistant.updateMany({ where: { id, revision }, data: { ...change, revision: { increment: 1 } } })
      return count === 1
    },

    /** Its chats stay, without it. */
    async delete(tx: Queryable, id: string) {
      await tx.assistant.deleteMany({ where: { id } })
    },
  }
}
