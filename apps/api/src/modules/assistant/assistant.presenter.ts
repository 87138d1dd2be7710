import {
  type Assistant,
  AssistantColor,
  type AssistantDetail,
  type AssistantWorkflow,
  RecommendedQuestion,
} from '@heddle/contracts/assistant/assistant'
import { z } from 'zod'
import type { ActorAccess, Actor } from '../../platform/permissions/actor.ts'
import { canEditAssistant, canMakeAssistantPublic, canUseAssistant } from '../../platform/permissions/assistant.permissions.ts'
import { presentText, presentTime } from '../../platform/http/presenting.ts'
import type { AssistantView, AssistantWorkflowRow } from './assistant-edit.repository.ts'
import type { AssistantRow } from './assistant.sql.ts'

const RecommendedQuestions = z.array(RecommendedQuestion)

export const presentAssistant = (actor: ActorAccess, assistant: AssistantRow): Assistant => ({
  id: assistant.id,
  name: presentText(assistant.name),
  description: presentText(assistant.description),
  recommended_questions: RecommendedQuestions.parse(assistant.recommendedQuestions),
  color: AssistantColor.nullable().parse(assistant.color),
  picture: assistant.picture,
  is_public: assistant.isPublic,
  is_favorite: assistant.favoritePosition !== null,
  accepts_files: assistant.readsFiles,
  group: { id: assistant.group.id, name: presentText(assistant.group.name) },
  revision: assistant.revision,
  updated_at: presentTime(assistant.updatedAt),
  abilities: {
    use: canUseAssistant(actor, assistant),
    edit: canEditAssistant(actor, assistant),
    delete: canEditAssistant(actor, assistant),
    make_public: canEditAssistant(actor, assistant) && canMakeAssistantPublic(actor, assistant.groupId),
  },
})

/** The twin of `readsFiles` in assistant.sql.ts. */
const acceptsFiles = ({ versions: [version], allowFiles, tenant }: AssistantWorkflowRow): boolean =>
  version !== undefined && (version.readsFiles || (version.hasModel && allowFiles && tenant.filesWithAnyAssistant))

export const presentAssistantWorkflow = (workflow: AssistantWorkflowRow): AssistantWorkflow => ({
  id: workflow.id,
  name: presentText(workflow.name),
  description: presentText(workflow.description),
  allow_user_prompt: workflow.allowUserPrompt,
  accepts_files: acceptsFiles(workflow),
  restricted_to: workflow.openToAllGroups || !workflow.group ? null : { id: workflow.group.id, name: presentText(workflow.group.name) },
})

export const presentAssistantDetail = (actor: Actor, { assistant, configuration }: AssistantView): AssistantDetail => ({
  ...presentAssistant(actor, assistant),
  configuration: configuration && {
    workflow: presentAssistantWorkflow(configuration.workflow),
    user_prompt: configuration.userPrompt,
    usage: { chats: configuration.chats, last_used_at: configuration.lastUsedAt && presentTime(configuration.lastUsedAt) },
  },
})
