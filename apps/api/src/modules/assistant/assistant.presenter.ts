import { type Assistant, RecommendedQuestion } from '@heddle/contracts/assistant'
import { z } from 'zod'
import type { Actor } from '../../permissions/actor.ts'
import { canEditAssistant, canUseAssistant } from '../../permissions/assistant.permissions.ts'
import { presentText, presentTime } from '../../http/presenting.ts'
import type { AssistantRow } from './assistant.sql.ts'

const RecommendedQuestions = z.array(RecommendedQuestion)

export const presentAssistant = (actor: Actor, assistant: AssistantRow): Assistant => ({
  id: assistant.id,
  name: presentText(assistant.name),
  description: presentText(assistant.description),
  recommended_questions: RecommendedQuestions.parse(assistant.recommendedQuestions),
  is_public: assistant.isPublic,
  is_favorite: assistant.favoritePosition !== null,
  accepts_files: assistant.readsFiles,
  group: { id: assistant.group.id, name: presentText(assistant.group.name) },
  updated_at: presentTime(assistant.updatedAt),
  abilities: {
    use: canUseAssistant(actor, assistant),
    edit: canEditAssistant(actor, assistant),
    delete: canEditAssistant(actor, assistant),
  },
})
