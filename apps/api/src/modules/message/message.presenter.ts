import type { Message } from '@heddle/contracts/message/message'
import { presentTime } from '../../platform/http/presenting.ts'
import type { ToldContext } from '@heddle/contracts/message/told'
import type { MessageRow, ToldRow } from './message.sql.ts'

export const presentMessage = (message: MessageRow): Message => ({
  id: message.id,
  index: message.depth,
  role: message.role,
  content: message.content,
  reasoning: message.reasoning,
  steps: [...message.steps],
  status: message.status,
  model: message.modelName === null ? null : { id: message.modelId, name: message.modelName },
  assistant: message.assistantName && { id: message.assistantId, name: message.assistantName },
  workflow_version: message.workflowVersion,
  response_language: message.responseLanguage,
  created_at: presentTime(message.createdAt),
  files: [...message.files],
  feedback: message.feedback,
  sources: [...message.sources],
  notices: [...message.notices],
  siblings: message.siblings,
  ...(message.error && { error: message.error }),
})

export function presentTold({ told, earlierCount, notices }: ToldRow): ToldContext | null {
  const cut = notices.find((notice) => notice.code === 'files_cut')
  const files_cut = cut ? { used_tokens: cut.used_tokens, total_tokens: cut.total_tokens } : null
  return told && { ...told, earlier_count: earlierCount, files_cut }
}
