import { VersionGate } from '@heddle/contracts/evaluation/gate'
import type { WorkflowVersion, WorkflowVersionItem } from '@heddle/contracts/workflow/workflow'
import { WorkflowGraph } from '@heddle/contracts/workflow/workflow-graph'
import { presentTime } from '../../platform/http/presenting.ts'
import type { VersionItemRow, VersionRow } from './version.repository.ts'
import { presentNamed } from './workflow.presenter.ts'

export const presentVersionItem = ({ number, note, author, restoredFrom, gate, publishedAt }: VersionItemRow): WorkflowVersionItem => ({
  number,
  note,
  author: presentNamed(author),
  restored_from: restoredFrom,
  gate: gate === null ? null : VersionGate.parse(gate),
  published_at: presentTime(publishedAt),
})

export const presentVersion = (version: VersionRow): WorkflowVersion => ({
  ...presentVersionItem(version),
  graph: WorkflowGraph.parse(version.graph),
})
