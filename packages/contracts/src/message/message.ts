import { z } from 'zod'
import { ErrorDetail } from '../errors.ts'
import { ChunkSpan } from '../document/chunk-span.ts'
import { ReadingFindings } from '../document/reading.ts'
import { Language } from '../languages.ts'
import { schemaIds } from '../schema-ids.ts'
import { Id, LocalizedText, Timestamp } from '../wire.ts'
import { CitedRows } from './cited-rows.ts'

/** One step of the workflow that makes a reply, as shown under "thought process". `ms` is there once it has ended. */
export const ReplyStep = z.object({
  node_id: z.string(),
  type: z.string(),
  title: z.string(),
  status: z.enum(['started', 'finished', 'failed']),
  ms: z.int().optional(),
  /** While the step waits for a model: so many calls have their turn before it. */
  ahead: z.int().optional(),
  /** After a call that a fallback has taken: the name of the model that was asked, and of the one that answered. */
  fallback: z.object({ asked: z.string(), answered: z.string() }).optional(),
})
export type ReplyStep = z.infer<typeof ReplyStep>
schemaIds.add(ReplyStep, { id: 'ReplyStep' })

/** Where a passage of a knowledge collection stands, as it was when it was cited. */
export const KnowledgeOrigin = z.object({
  /** Null once they are deleted. */
  collection_id: Id.nullable(),
  source_id: Id.nullable(),
  chunk_id: Id,
  heading_path: z.array(z.string()),
  /** The last page; null where the original has none. */
  page_to: z.int().nullable(),
  spans: z.array(ChunkSpan),
  /** The last day on which the source is valid. */
  valid_until: z.iso.date().nullable(),
  /** The title of the source that takes its place. */
  replaced_by: z.string().nullable(),
  /** The notice of the collection. */
  copyright: LocalizedText,
  /** Whether its readers may open the original. */
  allows_preview: z.boolean(),
})
export type KnowledgeOrigin = z.infer<typeof KnowledgeOrigin>
schemaIds.add(KnowledgeOrigin, { id: 'KnowledgeOrigin' })

/** A passage or rows that the reply cites, kept as they were when they were cited. */
export const MessageSource = z.object({
  id: Id,
  /** By which the text cites it: `[4]`. */
  number: z.int(),
  title: z.string().nullable(),
  /** Of rows, the query in words. */
  passage: z.string(),
  /** From 1; null where the file has no pages. */
  page: z.int().nullable(),
  score: z.number().nullable(),
  /** The file that it is from; null once that is gone. Its name stays in `title`. */
  file: z.object({ id: Id, name: z.string(), media_type: z.string() }).nullable(),
  /** Only of a passage of a knowledge collection. */
  knowledge: KnowledgeOrigin.optional(),
  /** Only of rows of a dataset, whose name is in `title`. */
  rows: CitedRows.optional(),
  /** Whether it is kept from this reader, who may not read its collection or dataset: then nothing but the number is there. */
  is_withheld: z.literal(true).optional(),
})
export type MessageSource = z.infer<typeof MessageSource>
schemaIds.add(MessageSource, { id: 'MessageSource' })

export const MessageStatus = z.enum(['generating', 'completed', 'stopped', 'failed', 'interrupted'])
export type MessageStatus = z.infer<typeof MessageStatus>
schemaIds.add(MessageStatus, { id: 'MessageStatus' })

/** Whether its model can go on with a reply, as long as it is the last of its chat. */
export const isContinuable = (status: MessageStatus): boolean => status === 'stopped' || status === 'interrupted'

/**
 * Whether feedback can be given on a reply: there is something to judge. One that failed, or was stopped or interrupted before its
 * first word, tells of the service or of its reader and not of the expert.
 */
export const acceptsFeedback = (status: MessageStatus, hasText: boolean): boolean =>
  status === 'completed' || (isContinuable(status) && hasText)

export const MessageFile = z.object({
  id: Id,
  name: z.string(),
  media_type: z.string(),
  size: z.int(),
  /** What could not be read of it as it stands. */
  findings: ReadingFindings,
})
export type MessageFile = z.infer<typeof MessageFile>
schemaIds.add(MessageFile, { id: 'MessageFile' })

export const FeedbackRating = z.enum(['good', 'bad'])
export type FeedbackRating = z.infer<typeof FeedbackRating>
schemaIds.add(FeedbackRating, { id: 'FeedbackRating' })

/** The reader's own feedback on a reply; that of others is not shown here. */
export const MessageFeedback = z.object({
  rating: FeedbackRating,
  reason: z.string().nullable(),
  include_conversation: z.boolean(),
  /** Whether an administrator has dealt with it since. */
  is_dealt_with: z.boolean(),
})
export type MessageFeedback = z.infer<typeof MessageFeedback>
schemaIds.add(MessageFeedback, { id: 'MessageFeedback' })

/** What the reader of a reply should know of how it was made. */
export const ReplyNotice = z.discriminatedUnion('code', [
  /** The files were longer than the model's context; so many of their tokens were read. */
  z.object({ code: z.literal('files_cut'), used_tokens: z.int(), total_tokens: z.int() }),
  /** The question has files, and the way that its run took through the workflow reads none. */
  z.object({ code: z.literal('files_not_used') }),
  /** The model does not see images. */
  z.object({ code: z.literal('images_not_seen'), count: z.int() }),
  /** The model answered in another language, and was asked again. */
  z.object({ code: z.literal('language_repaired') }),
  /** The model's limit cut the text of a step, and the reply went on after it. */
  z.object({ code: z.literal('step_cut'), title: z.string() }),
])
export type ReplyNotice = z.infer<typeof ReplyNotice>
schemaIds.add(ReplyNotice, { id: 'ReplyNotice' })

export const Message = z.object({
  id: Id,
  /** Position on the chat's shown path, from 0. */
  index: z.int(),
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  reasoning: z.string(),
  steps: z.array(ReplyStep),
  status: MessageStatus,
  model: z.object({ id: Id.nullable(), name: z.string() }).nullable(),
  /** The one that the question was for, or that replied, where it is not that of the chat; its id is null once it is gone. */
  assistant: z.object({ id: Id.nullable(), name: LocalizedText }).nullable(),
  /** Of the workflow that made the reply; null for a question, and once the workflow is gone. */
  workflow_version: z.int().nullable(),
  response_language: Language,
  created_at: Timestamp,
  files: z.array(MessageFile),
  feedback: MessageFeedback.nullable(),
  /** In the order in which the text first cites them, by which they are numbered for people. */
  sources: z.array(MessageSource),
  /** Which of the alternatives at this place is shown (from 0), how many there are, and those beside it. */
  siblings: z.object({ index: z.int(), count: z.int(), previous_id: Id.nullable(), next_id: Id.nullable() }),
  notices: z.array(ReplyNotice),
  /** Only of a reply that was made beside others. */
  comparison_id: Id.optional(),
  error: ErrorDetail.optional(),
})
export type Message = z.infer<typeof Message>
schemaIds.add(Message, { id: 'Message' })
