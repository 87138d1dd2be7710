// Published versions: adding one, reading them, and writing an old one into the draft.
import { limits } from '@heddle/contracts/limits'
import type { publishWorkflow } from '@heddle/contracts/workflow/workflow'
import { WorkflowGraph } from '@heddle/contracts/workflow/workflow-graph'
import type { PageQuery } from '@heddle/contracts/wire'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import { countTokens } from '@heddle/text/count-tokens'
import { findUnknownResources } from '@heddle/workflow/model/graph/bound-resources'
import { checkGraph, type GraphProblem } from '@heddle/workflow/model/graph/graph-rules'
import { nodeTypes } from '@heddle/workflow/model/node-type-list'
import { findGraphWarnings, toSiteFacts } from '@heddle/workflow/model/graph/graph-warnings'
import { z } from 'zod'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Paging } from '../../platform/http/paging.ts'
import type { Actor } from '../../platform/permissions/actor.ts'
import type { AuditService } from '../audit/audit.service.ts'
import type { DatasetService } from '../dataset/dataset.service.ts'
import { lockKnownResources } from './known-resources.sql.ts'
import { findPlanProblems } from './plan-problems.ts'
import type { DecidePublication, Publisher, PublishGate } from './publish-gate.ts'
import type { VersionItemRow, VersionRepository, VersionRow } from './version.repository.ts'
import { hasChanges, presentDraft } from './workflow.presenter.ts'
import type { WorkflowRepository, WorkflowRow } from './workflow.repository.ts'
import type { SiteReader } from './workflow-site.ts'
import { changeWorkflow, getWorkflowRow, toTarget } from './workflow.service.ts'

type VersionDependencies = {
  readonly db: PrismaClient
  readonly workflows: WorkflowRepository
  readonly versions: VersionRepository
  readonly paging: Paging
  readonly audit: AuditService
  readonly readSite: SiteReader
  readonly datasets: Pick<DatasetService, 'readPublishedTable'>
  readonly publishGate: PublishGate
}

type Publication = {
  /** Throws unless the draft is the one that is meant, and is still to be published. */
  readonly assertSame: (workflow: WorkflowRow, tx: Queryable) => void | Promise<void>
  readonly note: string
  readonly runsGate: boolean
  readonly overrideReason: string | undefined
}

type CheckedDraft = {
  readonly draftHash: string
  readonly note: string
  /** Whether it is still asked for, in the transaction that has locked the workflow. */
  readonly isAsked: (tx: Queryable) => Promise<boolean>
}

export type VersionService = ReturnType<typeof createVersionService>

export function createVersionService(dependencies: VersionDependencies) {
  const { db, workflows, versions, paging, audit, readSite } = dependencies
  const list = paging.defineList({
    name: 'versions of a workflow',
    filters: z.object({ workflow_id: z.string() }),
    owner: 'workflow_id',
    key: z.object({ number: z.int() }),
    defaultSize: limits.chatPageSize,
  })

  async function getVersion(id: string, number: number, on?: Queryable): Promise<VersionRow> {
    const version = await versions.find(id, number, on)
    if (!version) throw new AppError('WORKFLOW_VERSION_NOT_FOUND')
    return version
  }

  return {
    async queryWorkflowVersions(actor: Actor, id: string, request: z.output<typeof PageQuery>) {
      await getWorkflowRow(workflows, actor, id)
      const page = list.read(request, { workflow_id: id })
      const found = await versions.findPage(id, { before: page.after?.number, take: page.size + 1 })
      return list.cut(page, found, ({ number }) => ({ number }))
    },

    async getWorkflowVersion(actor: Actor, id: string, number: number): Promise<VersionRow> {
      await getWorkflowRow(workflows, actor, id)
      return getVersion(id, number)
    },

    /** Publishes the draft that the actor has seen, and returns what its author should look at; no version while its conditions are checked. */
    async publishWorkflow(
      actor: Actor,
      id: string,
      { revision, note, run_gate, override_reason: overrideReason }: z.output<typeof publishWorkflow.schema.body>,
    ): Promise<{ version: VersionItemRow | null; warnings: readonly GraphProblem[] }> {
      const facts = toSiteFacts(await readSite(actor), countTokens)
      const { version, graph } = await publishDraft(dependencies, actor, id, {
        assertSame(workflow) {
          if (workflow.revision !== revision) throw new AppError('REVISION_MISMATCH', { params: { current: presentDraft(workflow) } })
        },
        note,
        runsGate: run_gate === true,
        overrideReason,
      })
      return { version, warnings: findGraphWarnings(graph, facts) }
    },

    /** Publishes the draft for a person who has asked for that and has not withdrawn it, if it is still the same and meets its conditions. */
    async publishCheckedDraft(publisher: Publisher, id: string, { draftHash, note, isAsked }: CheckedDraft): Promise<void> {
      await publishDraft(dependencies, publisher, id, {
        async assertSame(workflow, tx) {
          if (workflow.draftHash !== draftHash || !(await isAsked(tx))) throw new AppError('WORKFLOW_GATE_STALE')
        },
        note,
        runsGate: false,
        overrideReason: undefined,
      })
    },

    async restoreWorkflowVersion(actor: Actor, id: string, number: number, revision: number): Promise<WorkflowRow> {
      return db.$transaction(async (tx) => {
        await getWorkflowRow(workflows, actor, id, tx)
        const { graph } = await getVersion(id, number, tx)
        const change = { draft: graph as Prisma.InputJsonValue }
        const { after } = await changeWorkflow(workflows, tx, actor, { id, revision, change, describe: presentDraft })
        await audit.record(tx, actor, {
          action: 'restoreWorkflowVersion',
          target: toTarget(after),
          after: { restored_version: number },
        })
        return after
      })
    },
  }
}

/** It waits for what it locks, such as a set that is published just then. */
const longer = { timeout: 60_000 } as const

/** How often conditions are checked for a publication while what they hang on changes. */
const maxChecks = 5

type Published = { readonly version: VersionItemRow | null; readonly graph: WorkflowGraph }

async function publishDraft(dependencies: VersionDependencies, publisher: Publisher, id: string, asked: Publication): Promise<Published> {
  const { workflows, publishGate } = dependencies
  for (let checks = 0; checks < maxChecks; checks += 1) {
    const decide = await publishGate(await getWorkflowRow(workflows, publisher, id))
    const published = await addVersion(dependencies, publisher, id, { ...asked, decide })
    if (published) return published
  }
  throw new AppError('WORKFLOW_GATE_STALE')
}

/** Adds a version in one transaction, which locks the workflow: the draft that is checked is the one that is published. Null for another check. */
const addVersion = (
  { db, workflows, versions, audit, datasets }: VersionDependencies,
  publisher: Publisher,
  id: string,
  { assertSame, note, decide, ...asked }: Publication & { readonly decide: DecidePublication },
): Promise<Published | null> =>
  db.$transaction(async (tx) => {
    await workflows.lock(tx, id)
    const workflow = await getWorkflowRow(workflows, publisher, id, tx)
    await assertSame(workflow, tx)
    if (!hasChanges(workflow)) throw new AppError('WORKFLOW_UNCHANGED')
    const graph = WorkflowGraph.parse(workflow.draft)
    const known = await lockKnownResources(tx, publisher.tenantId, graph)
    const planProblems = await findPlanProblems(graph, { tx, tenantId: publisher.tenantId, datasets })
    const problems = [...checkGraph(graph, nodeTypes), ...findUnknownResources(graph, known), ...planProblems]
    if (problems.length > 0) throw new AppError('WORKFLOW_GRAPH_INVALID', { params: { problems } })
    const target = toTarget(workflow)
    const decision = await decide(tx, { publisher, workflow, graph, note, ...asked })
    if (!decision) return null
    const { mayPublish, gate } = decision
    if (!mayPublish) {
      await audit.record(tx, publisher, { action: 'publishWorkflow', target, after: { note, run_gate: true } })
      return { version: null, graph }
    }
    const version = await versions.create(tx, {
      workflowId: id,
      number: (workflow.versions[0]?.number ?? 0) + 1,
      graph: workflow.draft as Prisma.InputJsonValue,
      authorId: publisher.id,
      note,
      restoredFrom: await versions.findNumberByHash(id, workflow.draftHash, tx),
      ...(gate && { gate }),
    })
    const after = { version: version.number, note, ...(gate?.reason && { override_reason: gate.reason }) }
    await audit.record(tx, publisher, { action: 'publishWorkflow', target, after })
    return { version, graph }
  }, longer)
