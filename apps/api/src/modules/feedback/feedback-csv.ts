// The feedback as a table: never the conversation.
import { presentFeedback } from './feedback.presenter.ts'
import type { FeedbackRow } from './feedback.repository.ts'

export function toFeedbackRecord(row: FeedbackRow) {
  const { user, assistant, has_conversation, dealt_with, rows: _rows, ...feedback } = presentFeedback(row)
  return {
    ...feedback,
    user_id: user.id,
    user_name: user.name.default,
    assistant_id: assistant?.id,
    assistant_name: assistant?.name.default,
    has_conversation: has_conversation ? 'yes' : 'no',
    dealt_with_at: dealt_with?.at,
  }
}

export const feedbackColumns = [
  'created_at',
  'updated_at',
  'rating',
  'reason',
  'user_id',
  'user_name',
  'assistant_id',
  'assistant_name',
  'model_name',
  'message_index',
  'has_conversation',
  'dealt_with_at',
  'id',
]
