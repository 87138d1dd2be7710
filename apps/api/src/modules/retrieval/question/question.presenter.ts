import type { CollectionQuestion } from '@heddle/contracts/retrieval/question'
import type { SourceLanguage } from '@heddle/contracts/collection/source'
import { presentTime } from '../../../platform/http/presenting.ts'
import type { QuestionRow } from './question.repository.ts'

export const presentQuestion = (question: QuestionRow): CollectionQuestion => ({
  id: question.id,
  text: question.question,
  language: question.language as SourceLanguage | null,
  source: question.source,
  passage: question.passage,
  note: question.note,
  revision: question.revision,
  created_at: presentTime(question.createdAt),
  updated_at: presentTime(question.updatedAt),
})
