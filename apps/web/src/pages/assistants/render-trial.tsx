import type { RenderTrial } from '#features/assistant/editor/AssistantForm.tsx'
import { AssistantTrial } from '#features/chat/trial/AssistantTrial.tsx'

export const renderTrial: RenderTrial = (assistant, subject) => <AssistantTrial assistant={assistant} subject={subject} />
