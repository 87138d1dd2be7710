import { z } from 'zod'
import { ErrorDetail } from './errors.ts'
import { Language } from './languages.ts'
import { Id, Timestamp } from './wire.ts'

/** One step of the workflow that makes a reply, as shown under "thought process". `ms` is there once it has ended. */
export const ReplyStep = z.object({
  node_id: z.string(),
  type: z.string(),
  title: z.string(),
  status: z.enum(['started', 'finished', 'failed']),
  ms: z.int().optional(),
})
export type ReplyStep = z.infer<typeof ReplyStep>

/** A passage that the reply cites, kept as it was when it was cited. */
export const MessageSource = z.object({
  id: Id,
  number: z.int(),
  title: z.string().nullable(),
  passage: z.string(),
  page: z.int().nullable(),
  score: z.number().nullable(),
})
export type MessageSource = z.infer<typeof MessageSource>

export const MessageStatus = z.enum(['generating', 'completed', 'stopped', 'failed', 'interrupted'])
export type MessageStatus = z.infer<typeof MessageStatus>

export const MessageFile = z.object({ id: Id, name: z.string(), media_type: z.string(), size: z.int() })

export const MessageFeedback = z.object({ rating: z.enum(['good', 'bad']), reason: z.string().nullable() })

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
  response_language: Language,
  created_at: Timestamp,
  files: z.array(MessageFile),
  feedback: MessageFeedback.nullable(),
  sources: z.array(MessageSource),
  /** Which of the alternatives at this place is shown (from 0), and how many there are. */
  siblings: z.object({ index: z.int(), count: z.int() }),
  error: ErrorDetail.optional(),
})
export type Message = z.infer<typeof Message>
