import type { Assistant } from '@heddle/contracts/assistant'
import { AssistantIntro } from '#features/chat/start/AssistantIntro.tsx'

/** The first screen of a chat, for a preview: nothing can be asked there. */
export const renderChatStart = (assistant: Assistant) => (
  <AssistantIntro assistant={assistant} blockedReason={null} onAsk={() => undefined} />
)
