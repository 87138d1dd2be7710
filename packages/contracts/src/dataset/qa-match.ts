// Tests of approved answers: what a question would be answered with, where to put the threshold, and what a keeper should look at.
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { Language } from '../languages.ts'
import { limits } from '../limits.ts'
import { schemaIds } from '../schema-ids.ts'
import { Count, Id, IdParams } from '../wire.ts'

/** `words`: the words that question and wording share. `meaning`: the cosine of their vectors. Scores of the two are not compared. */
export const MatchedBy = z.enum(['words', 'meaning'])
export type MatchedBy = z.infer<typeof MatchedBy>
schemaIds.add(MatchedBy, { id: 'MatchedBy' })

/** A row whose question, or another wording of it, is near a question. */
export const QaMatch = z.object({
  row_id: Id,
  row_no: z.int(),
  question: z.string(),
  /** The nearest of its wordings. */
  wording: z.string(),
  /** From 0 to 1; 1 for the same words. */
  score: z.number(),
})
export type QaMatch = z.infer<typeof QaMatch>
schemaIds.add(QaMatch, { id: 'QaMatch' })

export const ApprovedAnswer = z.object({
  /** As it is approved. */
  text: z.string(),
  /** Of the text. In another one than was asked for it would be translated by a model. */
  language: Language,
  sources: z.array(z.string()),
  valid_from: z.iso.date().nullable(),
  valid_until: z.iso.date().nullable(),
})
export type ApprovedAnswer = z.infer<typeof ApprovedAnswer>
schemaIds.add(ApprovedAnswer, { id: 'ApprovedAnswer' })

/** How the published version compares; null before the first publication. */
const Comparison = z.object({ by: MatchedBy, embedding_model: z.string().nullable(), threshold: z.number() }).nullable()

/** `embedding_unavailable`, `embedding_model_changed`: the model of the wordings does not answer, or is another one, so that only the same words match. */
export const QaNotice = z.enum(['embedding_unavailable', 'embedding_model_changed'])
export type QaNotice = z.infer<typeof QaNotice>
schemaIds.add(QaNotice, { id: 'QaNotice' })

export const testQa = {
  method: 'POST',
  url: '/api/v1/knowledge/dataset/:id/qa_test',
  schema: {
    summary: 'The rows of the published version that are nearest to a question, and the approved answer that it would get',
    params: IdParams,
    body: z.strictObject({ question: z.string().min(1).max(limits.messageCharacters), language: Language.optional() }),
    response: {
      200: z.object({
        comparison: Comparison,
        /** The best first, only of answers that are valid today. */
        matches: z.array(QaMatch),
        /** Null when no score reaches the threshold. */
        answer: ApprovedAnswer.nullable(),
        notices: z.array(QaNotice),
      }),
    },
  },
  config: { policy: 'manage_knowledge', errors: ['DATASET_NOT_FOUND'] },
} as const satisfies Endpoint

/** What a threshold makes of the questions of an evaluation set. */
export const ThresholdStep = z.object({
  threshold: z.number(),
  /** Questions with the expected approved answer, and with another one. */
  right: Count,
  wrong: Count,
})
export type ThresholdStep = z.infer<typeof ThresholdStep>
schemaIds.add(ThresholdStep, { id: 'ThresholdStep' })

export const proposeQaThreshold = {
  method: 'POST',
  url: '/api/v1/knowledge/dataset/:id/qa_threshold',
  schema: {
    summary: 'How many questions of an evaluation set would get the expected approved answer, by threshold',
    params: IdParams,
    body: z.strictObject({ eval_set_id: Id }),
    response: {
      200: z.object({
        comparison: Comparison,
        /** Questions that were asked, and rows that do not say what is expected. */
        asked: Count,
        skipped: Count,
        steps: z.array(ThresholdStep),
        /** Null when no threshold gives more right answers than it may give wrong ones. */
        proposed: z.number().nullable(),
        notices: z.array(QaNotice),
      }),
    },
  },
  config: { policy: 'manage_knowledge', errors: ['DATASET_NOT_FOUND'] },
} as const satisfies Endpoint

const ReviewedRow = z.object({ row_id: Id, row_no: z.int(), question: z.string() })

export const reviewQa = {
  method: 'POST',
  url: '/api/v1/knowledge/dataset/:id/qa_review',
  schema: {
    summary: 'Near-equal questions of the draft with different answers, and answers that are valid no more',
    params: IdParams,
    body: z.strictObject({}),
    response: {
      200: z.object({
        near_equal: z.array(z.object({ rows: z.tuple([ReviewedRow, ReviewedRow]), score: z.number() })),
        expired: z.array(ReviewedRow.extend({ valid_until: z.iso.date() })),
        /** Whether there are more of either than are named. */
        is_cut: z.boolean(),
      }),
    },
  },
  config: { policy: 'manage_knowledge', errors: ['DATASET_NOT_FOUND'] },
} as const satisfies Endpoint
