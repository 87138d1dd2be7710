import { type Assistant, RecommendedQuestion } from '@heddle/contracts/assistant'
import { WorkflowGraph } from '@heddle/contracts/workflow'
import { z } from 'zod'
import type { Actor } from '../../permissions/actor.ts'
import { canEditAssistant, canUseAssistant } from '../../permissions/assistant.permissions.ts'
import { presentText, presentTime } from '../../http/presenting.ts'
import type { AssistantRow } from './assistant.repository.ts'

const RecommendedQuestions = z.array(RecommendedQuestion)

/** Whether an assistant's workflow has a step for the files of a chat. */
export function readsFiles({ workflow }: AssistantRow): boolean {
  const parsed = WorkflowGraph.safeParse(workflow.versions[0]?.graph)
  return parsed.success && parsed.data.nodes.some(({ type }) => type === 'document_extract')
}

export const presentAssistant = (actor: Actor, assistant: AssistantRow): Assistant => ({
  id: assistant.id,
  name: presentText(assistant.name),
  description: presentText(assistant.description),
  recommended_questions: RecommendedQuestions.parse(assistant.recommendedQuestions),
  is_public: assistant.isPublic,
  is_favorite: assistant.favorites.length > 0,
  accepts_files: readsFiles(assistant),
  group: { id: assistant.group.id, name: presentText(assistant.group.name) },
  updated_at: presentTime(assistant.updatedAt),
  abilities: {
    use: canUseAssistant(actor, assistant),
    edit: canEditAssistant(actor, assistant),
    delete: canEditAssistant(actor, assistant),
  },
})
