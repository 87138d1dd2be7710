// What decides, beside the rules of the graph, whether a draft is published: the evaluation module, which is uphill and hands it in.
import type { VersionGate } from '@heddle/contracts/evaluation/gate'
import type { WorkflowGraph } from '@heddle/contracts/workflow/workflow-graph'
import type { Queryable } from '@heddle/db/client'
import type { Actor } from '../../platform/permissions/actor.ts'
import type { WorkflowRow } from './workflow.repository.ts'

/** Who publishes, or has asked for it: the worker has no request. */
export type Publisher = Pick<Actor, 'id' | 'tenantId' | 'role' | 'origin'>

export type GateRequest = {
  readonly publisher: Publisher
  /** Locked. */
  readonly workflow: WorkflowRow
  readonly graph: WorkflowGraph
  readonly note: string
  /** Whether what the conditions miss is run first. */
  readonly runsGate: boolean
  readonly overrideReason: string | undefined
}

export type GateDecision = {
  /** False when the worker publishes once the conditions are checked. */
  readonly mayPublish: boolean
  /** What the version keeps; null without conditions. */
  readonly gate: VersionGate | null
}

/**
 * Decides in the transaction that locks the workflow. Null when what the conditions were checked on has changed since: they have to be checked
 * again. Throws `WORKFLOW_GATE_FAILED` or `WORKFLOW_GATE_STALE` when the draft is not to be published.
 */
export type DecidePublication = (tx: Queryable, request: GateRequest) => Promise<GateDecision | null>

/** Checks the conditions of a workflow before the transaction, which figures of thousands of answers would hold up. */
export type PublishGate = (workflow: WorkflowRow) => Promise<DecidePublication>
