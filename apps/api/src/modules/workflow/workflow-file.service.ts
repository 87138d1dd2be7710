// Workflows as files: out of one site and into another.
import type { ImportQuestion, importWorkflow, WorkflowFile } from '@heddle/contracts/workflow/workflow'
import { WorkflowGraph, WorkflowLayout } from '@heddle/contracts/workflow/workflow-graph'
import type { PrismaClient } from '@heddle/db/client'
import { bindResources } from '@heddle/workflow/model/graph/bound-resources'
import { matchesHost } from '@heddle/workflow/model/graph/host-pattern'
import type { z } from 'zod'
import { presentText } from '../../platform/http/presenting.ts'
import type { Actor } from '../../platform/permissions/actor.ts'
import type { AuditService } from '../audit/audit.service.ts'
import type { AllowedHostService } from '../tenant/allowed-host/allowed-host.service.ts'
import { listHosts, listModelNames, replaceHosts, replaceModels } from './workflow-file.rules.ts'
import type { WorkflowRepository, WorkflowRow } from './workflow.repository.ts'
import { assertGroup, auditedWorkflowFields, getWorkflowRow, toTarget } from './workflow.service.ts'

type FileDependencies = {
  readonly db: PrismaClient
  readonly rows: WorkflowRepository
  readonly audit: AuditService
  readonly allowedHosts: Pick<AllowedHostService, 'listHostNames'>
}

type ImportResult = { readonly workflow: WorkflowRow | null; readonly questions: readonly ImportQuestion[] }

export type WorkflowFileService = ReturnType<typeof createWorkflowFileService>

export function createWorkflowFileService({ db, rows, audit, allowedHosts }: FileDependencies) {
  return {
    async exportWorkflow(actor: Actor, id: string): Promise<WorkflowFile> {
      const workflow = await getWorkflowRow(rows, actor, id)
      return {
        format: 'heddle.workflow/1',
        name: presentText(workflow.name),
        description: presentText(workflow.description),
        allow_user_prompt: workflow.allowUserPrompt,
        allow_files: workflow.allowFiles,
        open_to_all_groups: workflow.openToAllGroups,
        allowed_models: workflow.allowedModels,
        // No other site has the resources of this one.
        graph: bindResources(WorkflowGraph.parse(workflow.draft), {}),
        layout: WorkflowLayout.parse(workflow.layout),
      }
    },

    /** Creates the workflow of a file, or returns what has to be chosen first. */
    async importWorkflow(
      actor: Actor,
      { file, group_id: groupId, models = {}, hosts = {} }: z.output<typeof importWorkflow.schema.body>,
    ): Promise<ImportResult> {
      const allowed = await allowedHosts.listHostNames(actor.tenantId)
      return db.$transaction(async (tx) => {
        await assertGroup(rows, actor.tenantId, groupId, tx)
        const named = listModelNames(file.graph, file.allowed_models)
        const replacements = new Map(Object.entries(models))
        const chosen = [...replacements.values()].filter((name) => name !== null)
        const offered = await rows.findModelNames(actor.tenantId, [...named, ...chosen], tx)
        const isSettled = (name: string) => {
          const replacement = replacements.get(name)
          return replacement === undefined ? offered.has(name) : replacement === null || offered.has(replacement)
        }
        const otherHosts = new Map(Object.entries(hosts))
        const isHostSettled = (host: string) => {
          const other = otherHosts.get(host)
          return other === null || allowed.some((pattern) => matchesHost(pattern, other ?? host))
        }
        const questions = [
          ...named.filter((name) => !isSettled(name)).map((name) => ({ kind: 'model', name }) as const),
          ...listHosts(file.graph)
            .filter((host) => !isHostSettled(host))
            .map((name) => ({ kind: 'host', name }) as const),
        ]
        if (questions.length > 0) return { workflow: null, questions }
        const allowedModels = file.allowed_models.map((name) => (replacements.has(name) ? replacements.get(name) : name))
        const workflow = await rows.create(tx, {
          tenantId: actor.tenantId,
          ...(groupId && { groupId }),
          name: file.name,
          description: file.description,
          allowUserPrompt: file.allow_user_prompt,
          ...(file.allow_files !== undefined && { allowFiles: file.allow_files }),
          openToAllGroups: file.open_to_all_groups,
          allowedModels: [...new Set(allowedModels.filter((name) => typeof name === 'string'))],
          draft: replaceHosts(replaceModels(file.graph, replacements), otherHosts),
          layout: file.layout,
          editorId: actor.id,
        })
        await audit.record(tx, actor, { action: 'importWorkflow', target: toTarget(workflow), after: auditedWorkflowFields(workflow) })
        return { workflow, questions: [] }
      })
    },
  }
}
