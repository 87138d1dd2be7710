// What editors of an assistant do: make it of a workflow, change it, delete it.
import type { createAssistant, updateAssistant } from '@heddle/contracts/assistant/assistant'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import type { z } from 'zod'
import { findViolatedConstraint } from '../../platform/database/violated-constraint.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Actor } from '../../platform/permissions/actor.ts'
import { canCreateAssistant, canEditAssistant, canMakeAssistantPublic } from '../../platform/permissions/assistant.permissions.ts'
import { type AuditService, digestPicture } from '../audit/audit.service.ts'
import type { AssistantChange, AssistantEditRepository, AssistantView, EditedAssistantRow } from './assistant-edit.repository.ts'
import { presentAssistantDetail } from './assistant.presenter.ts'
import type { AssistantRepository } from './assistant.repository.ts'
import { createFieldError, findMissingFields, isComplete, isPromptAllowed } from './assistant.rules.ts'
import type { AssistantRow } from './assistant.sql.ts'

type AssistantEditDependencies = {
  readonly db: PrismaClient
  readonly assistants: AssistantRepository
  readonly edits: AssistantEditRepository
  readonly audit: AuditService
}

type NewAssistant = z.output<typeof createAssistant.schema.body>['assistant']
type AssistantUpdate = z.output<typeof updateAssistant.schema.body>['assistant']

type AnsweringReference = { readonly assistant_id?: string | undefined; readonly workflow_id?: string | undefined }

/** Of the fields on the wire those that are given, as columns. */
function toColumns(given: Omit<NewAssistant, 'workflow_id'>): AssistantChange {
  const columns = {
    name: given.name,
    description: given.description,
    groupId: given.group_id,
    isPublic: given.is_public,
    recommendedQuestions: given.recommended_questions,
    userPrompt: given.user_prompt,
    color: given.color,
    picture: given.picture,
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

const auditedFields = (assistant: EditedAssistantRow) => ({
  name: assistant.name as Prisma.InputJsonValue,
  description: assistant.description as Prisma.InputJsonValue,
  workflow: { id: assistant.workflow.id, name: assistant.workflow.name as Prisma.InputJsonValue },
  group: { id: assistant.group.id, name: assistant.group.name as Prisma.InputJsonValue },
  is_public: assistant.isPublic,
  recommended_questions: assistant.recommendedQuestions as Prisma.InputJsonValue,
  user_prompt: assistant.userPrompt,
  color: assistant.color,
  picture: digestPicture(assistant.picture),
})

const toTarget = ({ id, name }: EditedAssistantRow) => ({ type: 'assistant', id, name: name as Prisma.InputJsonValue }) as const

const createRefusal = (field: string, message: string) =>
  new AppError('ASSISTANT_CONFIG_INVALID', { params: { fields: [createFieldError(field, message)] } })

const createPromptRefusal = () => createRefusal('user_prompt', 'The workflow does not allow usage instructions')

/** The group or the workflow was deleted meanwhile. */
function refuseMissingReference(cause: unknown): never {
  if (findViolatedConstraint(cause) === undefined) throw cause
  throw new AppError('ASSISTANT_CONFIG_INVALID', { cause })
}

/** Throws FORBIDDEN unless the actor may give the assistant these rights: they count for the group that it comes into. */
function assertAccessChange(actor: Actor, before: EditedAssistantRow, { group_id: groupId = before.groupId, is_public }: AssistantUpdate) {
  const isPublic = is_public ?? before.isPublic
  const isMoved = groupId !== before.groupId
  const concerned = [
    ...(isPublic !== before.isPublic ? [before.groupId] : []),
    ...(isPublic && (isMoved || !before.isPublic) ? [groupId] : []),
  ]
  const isAllowed = (!isMoved || canCreateAssistant(actor, groupId)) && concerned.every((group) => canMakeAssistantPublic(actor, group))
  if (!isAllowed) throw new AppError('FORBIDDEN')
}

export type AssistantEditService = ReturnType<typeof createAssistantEditService>

export function createAssistantEditService({ db, assistants, edits, audit }: AssistantEditDependencies) {
  async function view(actor: Actor, assistant: AssistantRow | null | undefined): Promise<AssistantView> {
    if (!assistant) throw new AppError('ASSISTANT_NOT_FOUND')
    return { assistant, configuration: canEditAssistant(actor, assistant) ? await edits.findConfiguration(assistant.id) : null }
  }

  /** Also of an assistant that the actor has just given away. */
  async function viewChanged(actor: Actor, id: string): Promise<AssistantView> {
    const [assistant] = await assistants.findRows(actor, [id])
    return view(actor, assistant)
  }

  async function getEditable(tx: Queryable, actor: Actor, id: string): Promise<EditedAssistantRow> {
    const assistant = await edits.findUsable(tx, actor, id)
    if (!assistant) throw new AppError('ASSISTANT_NOT_FOUND')
    if (!canEditAssistant(actor, assistant)) throw new AppError('FORBIDDEN')
    return assistant
  }

  async function assertGroup(tx: Queryable, actor: Actor, groupId: string) {
    if (!(await edits.isGroupOfTenant(tx, actor.tenantId, groupId))) throw createRefusal('group_id', 'Not a group of the tenant')
  }

  /** A published workflow that the actor may make an assistant of. */
  async function getAssistableWorkflow(actor: Actor, id: string, on: Queryable = db) {
    const workflow = await edits.findWorkflow(on, actor, id)
    if (!workflow) throw createRefusal('workflow_id', 'Not a published workflow that the actor may use')
    return workflow
  }

  return {
    getAssistableWorkflow,

    getAssistant: async (actor: Actor, id: string) => view(actor, await assistants.findUsable(actor, id)),

    /** What decides which models may answer: an assistant, a workflow to make one of, or null without either. */
    async findAnswering(actor: Actor, { assistant_id: assistantId, workflow_id: workflowId }: AnsweringReference) {
      if (workflowId !== undefined) {
        const workflow = await edits.findWorkflow(db, actor, workflowId)
        if (!workflow) throw new AppError('WORKFLOW_NOT_FOUND')
        return { workflowId, workflow }
      }
      if (assistantId === undefined) return null
      const assistant = await assistants.findUsable(actor, assistantId)
      if (!assistant) throw new AppError('ASSISTANT_NOT_FOUND')
      return assistant
    },

    listAssistantWorkflows: (actor: Actor) => edits.findWorkflows(actor),

    async createAssistant(actor: Actor, given: NewAssistant): Promise<AssistantView> {
      if (!isComplete(given)) throw new AppError('ASSISTANT_CONFIG_REQUIRED', { params: { fields: findMissingFields(given) } })
      const { name, workflow_id: workflowId, group_id: groupId } = given
      const isAllowed = canCreateAssistant(actor, groupId) && (!given.is_public || canMakeAssistantPublic(actor, groupId))
      if (!isAllowed) throw new AppError('FORBIDDEN')
      const { id } = await db
        .$transaction(async (tx) => {
          await assertGroup(tx, actor, groupId)
          const workflow = await getAssistableWorkflow(actor, workflowId, tx)
          if (!isPromptAllowed(given.user_prompt, workflow)) throw createPromptRefusal()
          const columns = { ...(toColumns(given) as Partial<Prisma.AssistantUncheckedCreateInput>), name, groupId, workflowId }
          const assistant = await edits.create(tx, { ...columns, tenantId: actor.tenantId, createdById: actor.id })
          await audit.record(tx, actor, { action: 'createAssistant', target: toTarget(assistant), after: auditedFields(assistant) })
          return assistant
        })
        .catch(refuseMissingReference)
      return viewChanged(actor, id)
    },

    async updateAssistant(actor: Actor, id: string, { revision, ...given }: AssistantUpdate): Promise<AssistantView> {
      const isUpdated = await db
        .$transaction(async (tx) => {
          const before = await getEditable(tx, actor, id)
          if (before.revision !== revision) return false
          assertAccessChange(actor, before, { ...given, revision })
          if (given.group_id !== undefined) await assertGroup(tx, actor, given.group_id)
          if (!isPromptAllowed(given.user_prompt, before.workflow, before.userPrompt)) throw createPromptRefusal()
          if (!(await edits.update(tx, id, revision, toColumns(given)))) return false
          const after = await edits.get(tx, id)
          await audit.record(tx, actor, {
            action: 'updateAssistant',
            target: toTarget(after),
            before: auditedFields(before),
            after: auditedFields(after),
          })
          return true
        })
        .catch(refuseMissingReference)
      const current = await viewChanged(actor, id)
      if (!isUpdated) throw new AppError('REVISION_MISMATCH', { params: { current: presentAssistantDetail(actor, current) } })
      return current
    },

    async deleteAssistant(actor: Actor, id: string) {
      await db.$transaction(async (tx) => {
        const assistant = await getEditable(tx, actor, id)
        await edits.delete(tx, id)
        await audit.record(tx, actor, { action: 'deleteAssistant', target: toTarget(assistant), before: auditedFields(assistant) })
      })
    },
  }
}
