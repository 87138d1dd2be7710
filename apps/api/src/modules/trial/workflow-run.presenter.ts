import { WorkflowRun, WorkflowRunItem } from '@heddle/contracts/trial/workflow-run'
import { presentText, presentTime } from '../../platform/http/presenting.ts'
import type { WorkflowRunItemRow, WorkflowRunRow } from './workflow-run.repository.ts'
import { withholdResources } from './withhold-resources.ts'

const toWire = ({ responseLanguage, nodeId, firstTokenMs, modelName, createdAt, user, ...run }: WorkflowRunItemRow) => ({
  ...run,
  response_language: responseLanguage,
  node_id: nodeId,
  user: user && { id: user.id, name: presentText(user.name) },
  first_token_ms: firstTokenMs,
  model: modelName,
  created_at: presentTime(createdAt),
})

export const presentRunItem = (run: WorkflowRunItemRow): WorkflowRunItem => WorkflowRunItem.parse(toWire(run))

/** Presents a run without what is of resources that its reader may not read. */
export const presentRun = ({ resources, ...run }: WorkflowRunRow): WorkflowRun =>
  withholdResources(WorkflowRun.parse(toWire(run)), resources)
