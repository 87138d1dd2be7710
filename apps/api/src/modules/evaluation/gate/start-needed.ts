// Starts the evaluation runs that the conditions of a workflow miss.
import type { EvalRunAsked, EvalRunPurpose } from '@heddle/contracts/evaluation/eval-run'
import type { PrismaClient } from '@heddle/db/client'
import type { Publisher } from '../../workflow/publish-gate.ts'
import { checkGate, type GatedWorkflow, readConditions, readGate } from './check-gate.ts'
import { findPublished } from './gate-facts.sql.ts'
import { findGate } from './gate.repository.ts'
import { joinNeeded } from './gate.rules.ts'

export type StartRun = (person: Publisher, datasetId: string, asked: EvalRunAsked, purpose: EvalRunPurpose) => Promise<unknown>

export type StartNeeded = (person: Publisher, workflow: GatedWorkflow) => Promise<void>

type StartDependencies = { readonly db: PrismaClient; readonly now: () => Date; readonly startRun: StartRun }

/** Returns the function that starts them, in the name of a person. What waits or goes on is not started again. */
export const createStartNeeded =
  ({ db, now, startRun }: StartDependencies): StartNeeded =>
  async (person, workflow) => {
    const conditions = readConditions((await findGate(db, workflow.id))?.conditions ?? [])
    const { needed } = await checkGate(db, await readGate(db, workflow, conditions, { now: now(), locks: false }))
    const published = await findPublished(db, workflow.id)
    for (const { target, datasetId, repeats, judgeModel } of joinNeeded(needed)) {
      const asked = target === 'draft' ? { draft_hash: workflow.draftHash } : { version: published?.number }
      const judge = judgeModel === null ? {} : { judge_model: judgeModel }
      await startRun(person, datasetId, { workflow_id: workflow.id, ...asked, repeats, ...judge }, 'gate')
    }
  }
