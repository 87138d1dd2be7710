// Keeps a test run. Prisma cannot say it: the workflow is locked, and may be gone by then.
import type { Language } from '@heddle/contracts/languages'
import { limits } from '@heddle/contracts/limits'
import type { RunDoneEvent, RunTrace } from '@heddle/contracts/trial/workflow-run'
import type { MessageSource } from '@heddle/contracts/message/message'
import type { NodeOutput } from '@heddle/workflow/model/value'
import type { PoolClient } from 'pg'
import { toStorableJson, toStorableText } from '../../platform/database/storable-text.ts'
import type { CarriedResource } from './carried-resources.ts'
import { keepRunResources } from './run-resource.sql.ts'

export type KeptRun = {
  readonly workflowId: string
  readonly userId: string
  readonly question: string
  readonly responseLanguage: Language
  readonly version: number | null
  readonly nodeId: string | null
  readonly done: RunDoneEvent
  readonly sources: readonly MessageSource[]
  readonly trace: readonly RunTrace[]
  readonly values: Readonly<Record<string, NodeOutput>>
  readonly resources: readonly CarriedResource[]
}

/** Inserts the run, unless its workflow has been deleted, and removes those of the workflow that are not among the last. */
export async function keepRun(client: PoolClient, { done, ...run }: KeptRun): Promise<void> {
  // Runs that end together would each leave the other's place.
  await client.query('SELECT FROM workflow WHERE id = $1 FOR NO KEY UPDATE', [run.workflowId])
  await client.query({
    name: 'keep-workflow-run',
    text: `
      INSERT INTO workflow_run (id, workflow_id, user_id, question, response_language, version, node_id, outcome, error, text, sources,
        notices, trace, values, usage, cost, ms, first_token_ms, model_name)
      SELECT $1, w.id, (SELECT id FROM "user" WHERE id = $3), $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19
      FROM workflow w WHERE w.id = $2`,
    values: [
      done.run_id,
      run.workflowId,
      run.userId,
      run.question,
      run.responseLanguage,
      run.version,
      run.nodeId,
      done.outcome,
      done.error && toStorableJson(done.error),
      toStorableText(done.text),
      toStorableJson(run.sources),
      toStorableJson(done.notices),
      toStorableJson(run.trace),
      toStorableJson(run.values),
      JSON.stringify(done.usage),
      done.cost && JSON.stringify(done.cost),
      done.ms,
      done.first_token_ms,
      toStorableText(done.model),
    ],
  })
  await keepRunResources(client, done.run_id, run.resources)
  await client.query({
    name: 'remove-old-workflow-runs',
    text: `
      DELETE FROM workflow_run WHERE workflow_id = $1
        AND id NOT IN (SELECT id FROM workflow_run WHERE workflow_id = $1 ORDER BY id DESC LIMIT $2)`,
    values: [run.workflowId, limits.keptRunsPerWorkflow],
  })
}
