import type { ErrorDetail } from '@heddle/contracts/errors'
import type { Message } from '@heddle/contracts/message/message'
import type { Comparison } from '@heddle/contracts/reply/comparison'
import { presentTime } from '../../platform/http/presenting.ts'
import type { ToldContext } from '@heddle/contracts/message/told'
import type { ComparisonRow } from './comparison.sql.ts'
import type { MessageRow, ToldRow } from './message.sql.ts'

/** Who made a reply, and by which steps, which tell as much. */
const presentAuthor = ({ isBlind, steps, modelId, modelName, assistantId, assistantName, workflowVersion }: MessageRow) =>
  isBlind
    ? { steps: [], model: null, assistant: null, workflow_version: null }
    : {
        steps: [...steps],
        model: modelName === null ? null : { id: modelId, name: modelName },
        assistant: assistantName && { id: assistantId, name: assistantName },
        workflow_version: workflowVersion,
      }

/** Without its parameters, which may name a model or an assistant. */
const presentBlindError = ({ code, message }: ErrorDetail): ErrorDetail => ({ code, message })

/** How a reply was made and ended; of a blind one nothing that names a step, a model or an assistant. */
const presentOutcome = ({ isBlind, notices, error }: MessageRow) => ({
  notices: isBlind ? notices.filter(({ code }) => code !== 'step_cut') : [...notices],
  ...(error && { error: isBlind ? presentBlindError(error) : error }),
})

export const presentMessage = (message: MessageRow): Message => ({
  id: message.id,
  index: message.depth,
  role: message.role,
  content: message.content,
  reasoning: message.reasoning,
  status: message.status,
  ...presentAuthor(message),
  response_language: message.responseLanguage,
  created_at: presentTime(message.createdAt),
  files: [...message.files],
  feedback: message.feedback,
  sources: [...message.sources],
  siblings: message.siblings,
  ...(message.comparisonId && { comparison_id: message.comparisonId }),
  ...presentOutcome(message),
})

export const presentComparison = (
  { id, isBlind, isOpen, size, refusals, vote }: ComparisonRow,
  replies: readonly MessageRow[],
): Comparison => ({
  id,
  is_blind: isBlind,
  is_open: isOpen,
  vote,
  candidates: Array.from({ length: size }, (_, position) => {
    const reply = replies.find(({ comparisonPosition }) => comparisonPosition === position)
    const refusal = refusals[position]
    return {
      reply: reply ? presentMessage(reply) : null,
      error: refusal ? (isBlind && isOpen ? presentBlindError(refusal) : refusal) : null,
    }
  }),
})

export function presentTold({ told, earlierCount, notices }: ToldRow): ToldContext | null {
  const cut = notices.find((notice) => notice.code === 'files_cut')
  const files_cut = cut ? { used_tokens: cut.used_tokens, total_tokens: cut.total_tokens } : null
  return told && { ...told, earlier_count: earlierCount, files_cut }
}
