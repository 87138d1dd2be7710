// Workflows and their drafts. Who calls has the permission `manage_workflows`, so every workflow of the tenant is the caller's to edit.
import { limits } from '@heddle/contracts/limits'
import {
  type createWorkflow,
  type duplicateWorkflow,
  type queryWorkflows,
  type saveWorkflowDraft,
  type updateWorkflow,
  WorkflowState,
} from '@heddle/contracts/workflow/workflow'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import { z } from 'zod'
import { findViolatedConstraint } from '../../platform/database/violated-constraint.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Paging } from '../../platform/http/paging.ts'
import { presentText } from '../../platform/http/presenting.ts'
import type { Actor } from '../../platform/permissions/actor.ts'
import type { AuditService } from '../audit/audit.service.ts'
import { presentDraft, presentWorkflow } from './workflow.presenter.ts'
import type { WorkflowChange, WorkflowRepository, WorkflowRow } from './workflow.repository.ts'
import type { UpdatedDraft } from './workflow.sql.ts'

type WorkflowDependencies = {
  readonly db: PrismaClient
  readonly rows: WorkflowRepository
  readonly paging: Paging
  readonly audit: AuditService
}

type NewWorkflow = z.output<typeof createWorkflow.schema.body>['workflow']
type Settings = z.output<typeof updateWorkflow.schema.body>['workflow']

const Filters = z.object({ keyword: z.string().optional(), group_id: z.string().optional(), state: WorkflowState.optional() })

export const auditedWorkflowFields = (workflow: WorkflowRow) => ({
  name: workflow.name as Prisma.InputJsonValue,
  description: workflow.description as Prisma.InputJsonValue,
  group: workflow.group && { id: workflow.group.id, name: workflow.group.name as Prisma.InputJsonValue },
  allow_user_prompt: workflow.allowUserPrompt,
  allow_files: workflow.allowFiles,
  open_to_all_groups: workflow.openToAllGroups,
  allowed_models: workflow.allowedModels,
})

export const toTarget = ({ id, name }: WorkflowRow) => ({ type: 'workflow', id, name: name as Prisma.InputJsonValue }) as const

/** The columns of the settings that are given. */
const toColumns = ({ name, description, group_id, allow_user_prompt, allow_files, open_to_all_groups, allowed_models }: Settings) => ({
  ...(name && { name }),
  ...(description && { description }),
  ...(group_id !== undefined && { groupId: group_id }),
  ...(allow_user_prompt !== undefined && { allowUserPrompt: allow_user_prompt }),
  ...(allow_files !== undefined && { allowFiles: allow_files }),
  ...(open_to_all_groups !== undefined && { openToAllGroups: open_to_all_groups }),
  ...(allowed_models && { allowedModels: allowed_models }),
})

/** Throws `AUTH_GROUP_NOT_FOUND` unless the group is null or one of the tenant. */
export async function assertGroup(rows: WorkflowRepository, tenantId: string, groupId: string | null | undefined, on: Queryable) {
  if (groupId && !(await rows.isGroupOf(tenantId, groupId, on))) throw new AppError('AUTH_GROUP_NOT_FOUND')
}

/** Returns the workflow; throws `WORKFLOW_NOT_FOUND` unless it is one of the actor's tenant. */
export async function getWorkflowRow(
  rows: WorkflowRepository,
  { tenantId }: Pick<Actor, 'tenantId'>,
  id: string,
  on?: Queryable,
): Promise<WorkflowRow> {
  const workflow = await rows.findInTenant(tenantId, id, on)
  if (!workflow) throw new AppError('WORKFLOW_NOT_FOUND')
  return workflow
}

/** Changes the workflow, or throws `REVISION_MISMATCH` with what `describe` makes of the current one. */
export async function changeWorkflow(
  rows: WorkflowRepository,
  tx: Queryable,
  actor: Actor,
  {
    id,
    revision,
    change,
    describe,
  }: { id: string; revision: number; change: Omit<WorkflowChange, 'editorId'>; describe: (current: WorkflowRow) => unknown },
): Promise<{ before: WorkflowRow; after: WorkflowRow }> {
  const before = await getWorkflowRow(rows, actor, id, tx)
  const isUpdated = before.revision === revision && (await rows.update(tx, id, revision, { ...change, editorId: actor.id }))
  const after = await getWorkflowRow(rows, actor, id, tx)
  if (!isUpdated) throw new AppError('REVISION_MISMATCH', { params: { current: describe(after) } })
  return { before, after }
}

export type WorkflowService = ReturnType<typeof createWorkflowService>

export function createWorkflowService({ db, rows, paging, audit }: WorkflowDependencies) {
  const list = paging.defineList({
    name: 'workflows',
    filters: Filters,
    key: z.object({ id: z.string() }),
    defaultSize: limits.chatPageSize,
  })

  return {
    getWorkflow: (actor: Pick<Actor, 'tenantId'>, id: string) => getWorkflowRow(rows, actor, id),

    /** Locks a workflow in the transaction of the caller: no version is added to it meanwhile, and its draft stays. */
    async lockWorkflow(tx: Queryable, actor: Pick<Actor, 'tenantId'>, id: string): Promise<WorkflowRow> {
      await rows.lock(tx, id)
      return getWorkflowRow(rows, actor, id, tx)
    },

    async queryWorkflows(actor: Actor, { keyword, group_id, state, ...request }: z.output<typeof queryWorkflows.schema.body>) {
      const page = list.read(request, { keyword, group_id, state })
      const max = limits.maxCountedRows
      const [found, total] = await Promise.all([
        rows.findPage(actor.tenantId, page.filters, { afterId: page.after?.id, take: page.size + 1 }),
        page.after === null ? rows.count(actor.tenantId, page.filters, max + 1) : undefined,
      ])
      const count = total === undefined ? {} : total > max ? { totalExceeds: max } : { total }
      return { ...list.cut(page, found, ({ id }) => ({ id })), ...count }
    },

    async createWorkflow(actor: Actor, { graph, layout = {}, name, ...settings }: NewWorkflow): Promise<WorkflowRow> {
      return db.$transaction(async (tx) => {
        await assertGroup(rows, actor.tenantId, settings.group_id, tx)
        const created = await rows.create(tx, {
          tenantId: actor.tenantId,
          ...toColumns(settings),
          name,
          draft: graph,
          layout,
          editorId: actor.id,
        })
        await audit.record(tx, actor, { action: 'createWorkflow', target: toTarget(created), after: auditedWorkflowFields(created) })
        return created
      })
    },

    async updateWorkflow(
      actor: Actor,
      id: string,
      { revision, workflow: settings }: z.output<typeof updateWorkflow.schema.body>,
    ): Promise<WorkflowRow> {
      return db.$transaction(async (tx) => {
        await getWorkflowRow(rows, actor, id, tx)
        await assertGroup(rows, actor.tenantId, settings.group_id, tx)
        const describe = (current: WorkflowRow) => presentWorkflow(actor, current)
        const { before, after } = await changeWorkflow(rows, tx, actor, { id, revision, change: toColumns(settings), describe })
        const [from, to] = [auditedWorkflowFields(before), auditedWorkflowFields(after)]
        await audit.record(tx, actor, { action: 'updateWorkflow', target: toTarget(after), before: from, after: to })
        return after
      })
    },

    async saveWorkflowDraft(
      actor: Actor,
      id: string,
      { revision, graph, layout }: z.output<typeof saveWorkflowDraft.schema.body>,
    ): Promise<UpdatedDraft> {
      const saved = await rows.saveDraft({ tenantId: actor.tenantId, id, revision, editorId: actor.id, graph, layout })
      if (saved) return saved
      throw new AppError('REVISION_MISMATCH', { params: { current: presentDraft(await getWorkflowRow(rows, actor, id)) } })
    },

    async duplicateWorkflow(actor: Actor, id: string, { name }: z.output<typeof duplicateWorkflow.schema.body>): Promise<WorkflowRow> {
      return db.$transaction(async (tx) => {
        const original = await getWorkflowRow(rows, actor, id, tx)
        const { groupId, allowUserPrompt, allowFiles, openToAllGroups, allowedModels } = original
        const created = await rows.create(tx, {
          tenantId: actor.tenantId,
          groupId,
          allowUserPrompt,
          allowFiles,
          openToAllGroups,
          allowedModels,
          name,
          description: original.description as Prisma.InputJsonValue,
          draft: original.draft as Prisma.InputJsonValue,
          layout: original.layout as Prisma.InputJsonValue,
          editorId: actor.id,
        })
        await audit.record(tx, actor, { action: 'duplicateWorkflow', target: toTarget(created), after: auditedWorkflowFields(created) })
        return created
      })
    },

    async deleteWorkflow(actor: Actor, id: string): Promise<void> {
      await db
        .$transaction(async (tx) => {
          await rows.lock(tx, id)
          const workflow = await getWorkflowRow(rows, actor, id, tx)
          const { count, items } = await rows.findAssistants(id, tx)
          if (count > 0) {
            const assistants = { count, items: items.map((assistant) => ({ id: assistant.id, name: presentText(assistant.name) })) }
            throw new AppError('WORKFLOW_FAILED_TO_DELETE', { params: { assistants } })
          }
          await rows.delete(tx, id)
          await audit.record(tx, actor, { action: 'deleteWorkflow', target: toTarget(workflow), before: auditedWorkflowFields(workflow) })
        })
        .catch((cause: unknown) => {
          // Something else of the product refers to the workflow.
          if (findViolatedConstraint(cause) === undefined) throw cause
          throw new AppError('WORKFLOW_FAILED_TO_DELETE', { cause })
        })
    },
  }
}
