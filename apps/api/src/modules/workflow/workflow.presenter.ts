import type { Workflow, WorkflowDraft, WorkflowItem } from '@heddle/contracts/workflow/workflow'
import { WorkflowGraph, WorkflowLayout } from '@heddle/contracts/workflow/workflow-graph'
import { presentText, presentTime } from '../../platform/http/presenting.ts'
import { type Actor, hasPermission } from '../../platform/permissions/actor.ts'
import type { WorkflowRow } from './workflow.repository.ts'
import type { WorkflowItemRow } from './workflow.sql.ts'

type NamedRow = { readonly id: string; readonly name: unknown }

export const presentNamed = (row: NamedRow | null) => row && { id: row.id, name: presentText(row.name) }

function presentAbilities(actor: Actor) {
  const mayManage = hasPermission(actor, 'manage_workflows')
  return { edit: mayManage, delete: mayManage }
}

export const presentWorkflowItem = (actor: Actor, workflow: WorkflowItemRow): WorkflowItem => ({
  id: workflow.id,
  name: presentText(workflow.name),
  description: presentText(workflow.description),
  group: presentNamed(workflow.group),
  state: workflow.state,
  latest_version: workflow.latestVersion && {
    number: workflow.latestVersion.number,
    published_at: presentTime(new Date(workflow.latestVersion.publishedAt)),
  },
  assistant_count: workflow.assistantCount,
  updated_at: presentTime(workflow.updatedAt),
  abilities: presentAbilities(actor),
})

/** Whether the draft is another graph than the published version, or there is none. */
export const hasChanges = ({ draftHash, versions: [published] }: WorkflowRow): boolean => published?.graphHash !== draftHash

export const presentDraft = (workflow: WorkflowRow): WorkflowDraft => ({
  graph: WorkflowGraph.parse(workflow.draft),
  layout: WorkflowLayout.parse(workflow.layout),
  revision: workflow.revision,
  editor: presentNamed(workflow.editor),
  updated_at: presentTime(workflow.updatedAt),
})

export function presentWorkflow(actor: Actor, workflow: WorkflowRow): Workflow {
  const [published = null] = workflow.versions
  return {
    id: workflow.id,
    name: presentText(workflow.name),
    description: presentText(workflow.description),
    group: presentNamed(workflow.group),
    allow_user_prompt: workflow.allowUserPrompt,
    allow_files: workflow.allowFiles,
    open_to_all_groups: workflow.openToAllGroups,
    allowed_models: workflow.allowedModels,
    ...presentDraft(workflow),
    draft_hash: workflow.draftHash,
    published_version: published && { number: published.number, published_at: presentTime(published.publishedAt) },
    has_changes: hasChanges(workflow),
    created_at: presentTime(workflow.createdAt),
    abilities: presentAbilities(actor),
  }
}
