// Workflows: their drafts, published versions and files.
import { z } from 'zod'
import { schemaIds } from '../schema-ids.ts'
import { AllowedHostName } from '../tenant/allowed-host.ts'
import type { Endpoint } from '../endpoint.ts'
import {
  boundedRecord,
  Count,
  Id,
  IdParams,
  Line,
  LocalizedName,
  LocalizedText,
  LocalizedTextInput,
  noNul,
  PageInfo,
  PageQuery,
  Success,
  Timestamp,
} from '../wire.ts'
import { DatasetKind } from '../dataset/dataset.ts'
import { VersionGate } from '../evaluation/gate.ts'
import { limits } from '../limits.ts'
import { ModelCapability } from '../model/model-endpoint.ts'
import { WorkflowGraph, WorkflowLayout } from './workflow-graph.ts'

/** `draft`: never published. `changed`: the draft's graph is not that of the latest version. */
export const WorkflowState = z.enum(['draft', 'published', 'changed'])
export type WorkflowState = z.infer<typeof WorkflowState>
schemaIds.add(WorkflowState, { id: 'WorkflowState' })

const PublishedVersion = z.object({ number: Count, published_at: Timestamp })
const Named = z.object({ id: Id, name: LocalizedText })
const Abilities = z.object({ edit: z.boolean(), delete: z.boolean() })

/** A workflow in a list, without its graph. */
export const WorkflowItem = z.object({
  id: Id,
  name: LocalizedText,
  description: LocalizedText,
  group: Named.nullable(),
  state: WorkflowState,
  latest_version: PublishedVersion.nullable(),
  /** How many assistants use it. */
  assistant_count: Count,
  updated_at: Timestamp,
  abilities: Abilities,
})
export type WorkflowItem = z.infer<typeof WorkflowItem>
schemaIds.add(WorkflowItem, { id: 'WorkflowItem' })

const modelName = Line.min(1).max(limits.nameCharacters)

export const Workflow = z.object({
  id: Id,
  name: LocalizedText,
  description: LocalizedText,
  group: Named.nullable(),
  /** Whether an assistant may add its own usage instructions. */
  allow_user_prompt: z.boolean(),
  /** Whether its models are given the files of a chat where the graph has no step for them. */
  allow_files: z.boolean(),
  open_to_all_groups: z.boolean(),
  /** Names of the models that a chat may choose; empty means all. */
  allowed_models: z.array(z.string()),
  /** The draft. */
  graph: WorkflowGraph,
  layout: WorkflowLayout,
  revision: z.int(),
  /** Of the draft's graph: what asks for the draft as it is now names it. */
  draft_hash: z.string(),
  published_version: PublishedVersion.nullable(),
  /** Whether the draft's graph differs from that of the published version; true when there is none. */
  has_changes: z.boolean(),
  /** The user who saved last. */
  editor: Named.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
  abilities: Abilities,
})
export type Workflow = z.infer<typeof Workflow>
schemaIds.add(Workflow, { id: 'Workflow' })

/** What a stale save is told of the draft, as `params.current` of `REVISION_MISMATCH`. */
export const WorkflowDraft = Workflow.pick({ graph: true, layout: true, revision: true, editor: true, updated_at: true })
export type WorkflowDraft = z.infer<typeof WorkflowDraft>

/** A published version, without its graph. */
export const WorkflowVersionItem = z.object({
  number: Count,
  note: z.string(),
  author: Named.nullable(),
  /** The earlier version with the same graph; null when the graph was new. */
  restored_from: Count.nullable(),
  /** Null when it had no conditions to meet. */
  gate: VersionGate.nullable(),
  published_at: Timestamp,
})
export type WorkflowVersionItem = z.infer<typeof WorkflowVersionItem>
schemaIds.add(WorkflowVersionItem, { id: 'WorkflowVersionItem' })

export const WorkflowVersion = WorkflowVersionItem.extend({ graph: WorkflowGraph })
export type WorkflowVersion = z.infer<typeof WorkflowVersion>
schemaIds.add(WorkflowVersion, { id: 'WorkflowVersion' })

const Settings = {
  name: LocalizedName,
  description: LocalizedTextInput.optional(),
  group_id: Id.nullable().optional(),
  allow_user_prompt: z.boolean().optional(),
  allow_files: z.boolean().optional(),
  open_to_all_groups: z.boolean().optional(),
  allowed_models: z.array(modelName).max(200).optional(),
}

/** A workflow as a file: nothing of its tenant, and no secret. */
export const WorkflowFile = z.strictObject({
  format: z.literal('heddle.workflow/1'),
  name: LocalizedText,
  description: LocalizedText,
  allow_user_prompt: z.boolean(),
  /** Missing in files of earlier releases. */
  allow_files: z.boolean().optional(),
  open_to_all_groups: z.boolean(),
  allowed_models: z.array(modelName).max(200),
  graph: WorkflowGraph,
  layout: WorkflowLayout,
})
export type WorkflowFile = z.infer<typeof WorkflowFile>
schemaIds.add(WorkflowFile, { id: 'WorkflowFile' })

/** What the importing site has to choose: a model or a server of its own in place of one that it does not have or allow. */
export const ImportQuestion = z.object({ kind: z.enum(['model', 'host']), name: z.string() })
export type ImportQuestion = z.infer<typeof ImportQuestion>
schemaIds.add(ImportQuestion, { id: 'ImportQuestion' })

/** What the warnings about a graph need to know of its tenant: the models that are offered, the default first, the servers that may be called, and the collections. */
export const WorkflowSite = z.object({
  models: z.array(z.object({ name: z.string(), context_tokens: z.int(), json_schema: ModelCapability, is_default: z.boolean() })),
  /** `host`, `host:port` or `*.domain`. */
  allowed_hosts: z.array(z.string()),
  /** The knowledge collections of the tenant. */
  collections: z.array(z.object({ id: Id, name: LocalizedText })),
  /** Its published tables and approved answers. */
  datasets: z.array(z.object({ id: Id, kind: DatasetKind.exclude(['eval']), name: LocalizedText })),
})
export type WorkflowSite = z.infer<typeof WorkflowSite>
schemaIds.add(WorkflowSite, { id: 'WorkflowSite' })

/** What an author should look at, and what nothing is refused for. */
export const GraphWarning = z.object({
  node_id: z.string().optional(),
  field: z.string().optional(),
  handle: z.string().optional(),
  code: z.string(),
  message: z.string(),
})
schemaIds.add(GraphWarning, { id: 'GraphWarning' })

const WorkflowResponse = z.object({ workflow: Workflow })
const Revision = z.int()
const Note = z.string().trim().max(limits.workflowNoteCharacters).regex(noNul)
const VersionParams = z.strictObject({ id: Id, number: z.coerce.number<number>().int().min(1).max(2_147_483_647) })

export const queryWorkflows = {
  method: 'POST',
  url: '/api/v1/workflow/query',
  schema: {
    summary: 'The workflows of the tenant, the latest first',
    body: PageQuery.extend({ keyword: Line.max(200).optional(), group_id: Id.optional(), state: WorkflowState.optional() }),
    response: { 200: PageInfo.extend({ workflows: z.array(WorkflowItem) }) },
  },
  config: { policy: 'manage_workflows' },
} as const satisfies Endpoint

export const createWorkflow = {
  method: 'POST',
  url: '/api/v1/workflow',
  schema: {
    summary: 'Create a workflow with a draft, which may be broken',
    body: z.strictObject({ workflow: z.strictObject({ ...Settings, graph: WorkflowGraph, layout: WorkflowLayout.optional() }) }),
    response: { 200: WorkflowResponse },
  },
  config: { policy: 'manage_workflows', audited: true, errors: ['AUTH_GROUP_NOT_FOUND'] },
} as const satisfies Endpoint

export const getWorkflow = {
  method: 'GET',
  url: '/api/v1/workflow/:id',
  schema: { summary: 'One workflow with its draft', params: IdParams, response: { 200: WorkflowResponse } },
  config: { policy: 'manage_workflows', errors: ['WORKFLOW_NOT_FOUND'] },
} as const satisfies Endpoint

export const updateWorkflow = {
  method: 'PUT',
  url: '/api/v1/workflow/:id',
  schema: {
    summary: 'Change the settings of a workflow; they take effect at once',
    params: IdParams,
    body: z.strictObject({ revision: Revision, workflow: z.strictObject({ ...Settings, name: LocalizedName.optional() }) }),
    response: { 200: WorkflowResponse },
  },
  config: { policy: 'manage_workflows', audited: true, errors: ['WORKFLOW_NOT_FOUND', 'AUTH_GROUP_NOT_FOUND', 'REVISION_MISMATCH'] },
} as const satisfies Endpoint

export const saveWorkflowDraft = {
  method: 'PUT',
  url: '/api/v1/workflow/:id/draft',
  schema: {
    summary: 'Save the draft, which may be broken; a stale revision is answered with the current draft',
    params: IdParams,
    body: z.strictObject({ revision: Revision, graph: WorkflowGraph, layout: WorkflowLayout }),
    response: { 200: Workflow.pick({ revision: true, has_changes: true, updated_at: true }) },
  },
  config: { policy: 'manage_workflows', errors: ['WORKFLOW_NOT_FOUND', 'REVISION_MISMATCH'] },
} as const satisfies Endpoint

export const deleteWorkflow = {
  method: 'DELETE',
  url: '/api/v1/workflow/:id',
  schema: {
    summary: 'Delete a workflow; refused with the assistants that use it while there are any',
    params: IdParams,
    response: { 200: Success },
  },
  config: { policy: 'manage_workflows', audited: true, errors: ['WORKFLOW_NOT_FOUND', 'WORKFLOW_FAILED_TO_DELETE'] },
} as const satisfies Endpoint

export const duplicateWorkflow = {
  method: 'POST',
  url: '/api/v1/workflow/:id/duplicate',
  schema: {
    summary: 'Create a workflow with the draft and the settings of another, without its versions',
    params: IdParams,
    body: z.strictObject({ name: LocalizedName }),
    response: { 200: WorkflowResponse },
  },
  config: { policy: 'manage_workflows', audited: true, errors: ['WORKFLOW_NOT_FOUND'] },
} as const satisfies Endpoint

export const publishWorkflow = {
  method: 'POST',
  url: '/api/v1/workflow/:id/publish',
  schema: {
    summary: 'Publish the draft of a revision as the next version; a broken or unchanged one is refused, and one that fails its conditions',
    params: IdParams,
    body: z.strictObject({
      revision: Revision,
      note: Note,
      /** Has what its conditions miss run first, and the draft published by the worker if it meets them and is still the same. */
      run_gate: z.literal(true).optional(),
      /** Why it is published although it meets them not, by one who may do that. */
      override_reason: Note.min(1).optional(),
    }),
    response: {
      200: z.object({
        /** Null while the conditions are checked. */
        version: WorkflowVersionItem.nullable(),
        warnings: z.array(GraphWarning),
      }),
    },
  },
  config: {
    policy: 'manage_workflows',
    audited: true,
    errors: [
      'WORKFLOW_NOT_FOUND',
      'REVISION_MISMATCH',
      'WORKFLOW_GRAPH_INVALID',
      'WORKFLOW_UNCHANGED',
      'WORKFLOW_GATE_FAILED',
      'WORKFLOW_GATE_STALE',
      'FORBIDDEN',
    ],
  },
} as const satisfies Endpoint

export const queryWorkflowVersions = {
  method: 'POST',
  url: '/api/v1/workflow/:id/version/query',
  schema: {
    summary: 'The published versions of a workflow, the latest first',
    params: IdParams,
    body: PageQuery,
    response: { 200: PageInfo.extend({ versions: z.array(WorkflowVersionItem) }) },
  },
  config: { policy: 'manage_workflows', errors: ['WORKFLOW_NOT_FOUND'] },
} as const satisfies Endpoint

export const getWorkflowVersion = {
  method: 'GET',
  url: '/api/v1/workflow/:id/version/:number',
  schema: {
    summary: 'A published version with its graph',
    params: VersionParams,
    response: { 200: z.object({ version: WorkflowVersion }) },
  },
  config: { policy: 'manage_workflows', errors: ['WORKFLOW_NOT_FOUND', 'WORKFLOW_VERSION_NOT_FOUND'] },
} as const satisfies Endpoint

export const restoreWorkflowVersion = {
  method: 'POST',
  url: '/api/v1/workflow/:id/version/:number/restore',
  schema: {
    summary: 'Write the graph of a version into the draft; what is published stays',
    params: VersionParams,
    body: z.strictObject({ revision: Revision }),
    response: { 200: WorkflowResponse },
  },
  config: {
    policy: 'manage_workflows',
    audited: true,
    errors: ['WORKFLOW_NOT_FOUND', 'WORKFLOW_VERSION_NOT_FOUND', 'REVISION_MISMATCH'],
  },
} as const satisfies Endpoint

export const listNodeTypes = {
  method: 'GET',
  url: '/api/v1/workflow/node_types',
  schema: {
    summary: 'The types of node that a workflow may have, each with the JSON schema of a node',
    response: { 200: z.object({ node_types: z.array(z.object({ type: z.string(), schema: z.record(z.string(), z.unknown()) })) }) },
  },
  config: { policy: 'manage_workflows' },
} as const satisfies Endpoint

export const getWorkflowSite = {
  method: 'GET',
  url: '/api/v1/workflow/site',
  schema: {
    summary: 'The models and the servers that workflows of the tenant may use, by name',
    response: { 200: z.object({ site: WorkflowSite }) },
  },
  config: { policy: 'manage_workflows' },
} as const satisfies Endpoint

export const exportWorkflow = {
  method: 'GET',
  url: '/api/v1/workflow/:id/export',
  schema: {
    summary: 'The draft and the settings of a workflow as a file',
    params: IdParams,
    response: { 200: WorkflowFile },
  },
  config: { policy: 'manage_workflows', errors: ['WORKFLOW_NOT_FOUND'] },
} as const satisfies Endpoint

export const importWorkflow = {
  method: 'POST',
  url: '/api/v1/workflow/import',
  schema: {
    summary: 'Create a workflow from a file; nothing is created while a question is open',
    body: z.strictObject({
      file: WorkflowFile.extend({ name: LocalizedName, description: LocalizedTextInput }),
      group_id: Id.nullable().optional(),
      /** The model of this site by the name in the file; null is the model of the chat. */
      models: boundedRecord(z.string().max(limits.nameCharacters), modelName.nullable(), limits.importAnswers).optional(),
      /** The allowed server of this site by the host in the file; null leaves the host, which may be allowed later. */
      hosts: boundedRecord(z.string().max(limits.urlCharacters), AllowedHostName.nullable(), limits.importAnswers).optional(),
    }),
    response: { 200: z.object({ workflow: Workflow.nullable(), questions: z.array(ImportQuestion) }) },
  },
  config: { policy: 'manage_workflows', audited: true, errors: ['AUTH_GROUP_NOT_FOUND'] },
} as const satisfies Endpoint
