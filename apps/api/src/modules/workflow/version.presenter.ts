import type { WorkflowVersion, WorkflowVersionItem } from '@heddle/contracts/workflow/workflow'
import { WorkflowGraph } from '@heddle/contracts/workflow/workflow-graph'
import { presentTime } from '../../platform/http/presenting.ts'
import type { VersionItemRow, VersionRow } from './version.repository.ts'
import { presentNamed } from './workflow.presenter.ts'

export const presentVersionItem = ({ number, note, author, restoredFrom, publishedAt }: VersionItemRow): WorkflowVersionItem => ({
  number,
  note,
  author: presentNamed(author),
  restored_from: restoredFrom,
  published_at: presentTime(publishedAt),
})

export const presentVersion = (version: VersionRow): WorkflowVersion => ({
  ...presentVersionItem(version),
  graph: WorkflowGraph.parse(version.graph),
})
