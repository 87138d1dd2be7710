import { type Feedback, FeedbackDetail, FeedbackRowKind, type summarizeFeedback } from '@heddle/contracts/feedback/feedback'
import type { EndpointResponse } from '@heddle/contracts/endpoint'
import { presentText, presentTime } from '../../platform/http/presenting.ts'
import type { FeedbackRow } from './feedback.repository.ts'
import type { FeedbackSummary } from './feedback.sql.ts'

/** A reply by a deleted assistant has no assistant name. */
const presentAssistantName = (id: string | null, name: unknown) => (name === null ? null : { id, name: presentText(name) })

export const presentFeedback = (row: FeedbackRow): Feedback => ({
  id: row.id,
  created_at: presentTime(row.createdAt),
  updated_at: presentTime(row.updatedAt),
  rating: row.rating,
  reason: row.reason,
  user: { id: row.user.id, name: presentText(row.user.name) },
  assistant: presentAssistantName(row.assistantId, row.assistantName),
  model_name: row.modelName,
  message_index: row.messageIndex,
  has_conversation: row.hasConversation,
  dealt_with: row.dealtWithAt && {
    at: presentTime(row.dealtWithAt),
    by: row.dealtWithBy && { id: row.dealtWithBy.id, name: presentText(row.dealtWithBy.name) },
  },
  rows: row.rows.map(({ kind, rowId, rowNo, dataset }) => ({
    kind: FeedbackRowKind.parse(kind),
    dataset: { id: dataset.id, name: presentText(dataset.name) },
    row_id: rowId,
    row_no: rowNo,
  })),
})

/** What its giver takes along: not who dealt with it, nor what became of it. */
export const presentOwnFeedback = (row: FeedbackRow) => {
  const { created_at, updated_at, rating, reason, assistant, model_name, message_index, has_conversation } = presentFeedback(row)
  return { created_at, updated_at, rating, reason, assistant, model_name, message_index, has_conversation }
}
export type OwnFeedback = ReturnType<typeof presentOwnFeedback>

type WholeRow = Omit<FeedbackRow, 'hasConversation'> & { readonly conversation: unknown }

/** Presents a feedback that was read whole, without its conversation. */
export const presentFeedbackItem = (row: WholeRow): Feedback => presentFeedback({ ...row, hasConversation: row.conversation !== null })

export const presentFeedbackDetail = (row: WholeRow): FeedbackDetail => ({
  ...presentFeedbackItem(row),
  conversation: FeedbackDetail.shape.conversation.parse(row.conversation),
})

export const presentFeedbackSummary = (summary: FeedbackSummary): EndpointResponse<typeof summarizeFeedback> => ({
  total: summary.total,
  by_assistant: summary.byAssistant.map(({ id, name, ...counts }) => ({ assistant: presentAssistantName(id, name), ...counts })),
  by_model: [...summary.byModel],
  by_day: [...summary.byDay],
})
