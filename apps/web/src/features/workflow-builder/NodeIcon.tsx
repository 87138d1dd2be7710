import {
  IconApi,
  IconArrowMerge,
  IconArrowsSplit2,
  IconBooks,
  IconFileText,
  IconForms,
  IconGitBranch,
  IconMessage2,
  IconPencilQuestion,
  IconPlayerPlay,
  IconRobot,
  IconRosetteDiscountCheck,
  IconTable,
  IconPrompt,
  type Icon,
} from '@tabler/icons-react'
import type { WorkflowNodeType } from '@heddle/contracts/workflow/workflow-graph'

const icons: Readonly<Record<WorkflowNodeType, Icon>> = {
  start: IconPlayerPlay,
  query_rewrite: IconPencilQuestion,
  classifier: IconArrowsSplit2,
  condition: IconGitBranch,
  parameter_extract: IconForms,
  document_extract: IconFileText,
  knowledge_retrieval: IconBooks,
  dataset_query: IconTable,
  qa_match: IconRosetteDiscountCheck,
  llm: IconRobot,
  template: IconPrompt,
  http_request: IconApi,
  merge_results: IconArrowMerge,
  answer: IconMessage2,
}

export function NodeIcon({ type }: { type: string }) {
  const Shape = icons[type as WorkflowNodeType]
  return <Shape size={18} stroke={1.7} aria-hidden style={{ flex: 'none', color: 'var(--accent-text)' }} />
}
