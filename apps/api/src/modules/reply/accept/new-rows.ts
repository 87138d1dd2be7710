import type { AcceptedReply, NewReply } from './accept-message.sql.ts'
import type { MessageRow } from '../../message/message.sql.ts'

const empty = {
  reasoning: '',
  steps: [],
  error: null,
  feedback: null,
  notices: [],
  sources: [],
  comparisonId: null,
  comparisonPosition: null,
  isBlind: false,
}

/** Returns a new question and its reply as `loadPath` reads them, without another query on the way to the first token. */
export function createNewRows(
  { questionId, replyId, responseLanguage, modelId, modelName, otherAssistant, workflowVersion, compared }: NewReply,
  content: string,
  { createdAt, depth, siblingCount, lastSiblingId }: AcceptedReply,
  files: MessageRow['files'],
): { question: MessageRow; reply: MessageRow } {
  const assistant = { assistantId: otherAssistant?.id ?? null, assistantName: otherAssistant?.name ?? null }
  // A question to several names none.
  const asked = compared ? { assistantId: null, assistantName: null } : assistant
  const question: MessageRow = {
    ...empty,
    id: questionId,
    depth,
    role: 'user',
    content,
    status: 'completed',
    responseLanguage,
    modelId: null,
    modelName: null,
    ...asked,
    workflowVersion: null,
    createdAt,
    siblings: { index: siblingCount, count: siblingCount + 1, previous_id: lastSiblingId, next_id: null },
    files,
  }
  const reply: MessageRow = {
    ...empty,
    id: replyId,
    depth: depth + 1,
    role: 'assistant',
    content: '',
    status: 'generating',
    responseLanguage,
    modelId,
    modelName,
    ...assistant,
    workflowVersion,
    createdAt,
    siblings: { index: 0, count: 1, previous_id: null, next_id: null },
    files: [],
    ...(compared && { comparisonId: compared.comparisonId, comparisonPosition: compared.position, isBlind: compared.isBlind }),
  }
  return { question, reply }
}
