// The test questions of a collection: each with the source, or the passage, that should be found, and how well the search does.
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { ErrorDetail } from '../errors.ts'
import { limits } from '../limits.ts'
import { schemaIds } from '../schema-ids.ts'
import { Count, Id, IdParams, Line, noNul, PageInfo, PageQuery, Success, Timestamp } from '../wire.ts'
import { SearchFilters, SearchNotice, SearchSettings } from './search.ts'
import { SourceLanguage } from '../collection/source.ts'

export const QuestionText = Line.min(1).max(limits.searchCharacters)
export const ExpectedPassage = z.string().trim().min(1).max(limits.chunkCharacters).regex(noNul, 'NUL is not allowed')
export const Note = Line.max(limits.questionNoteCharacters)

export const CollectionQuestion = z.object({
  id: Id,
  text: z.string(),
  /** Detected, unless it was given; null when its letters do not tell. */
  language: SourceLanguage.nullable(),
  /** What should be found; null once the source is deleted. */
  source: z.object({ id: Id, title: z.string() }).nullable(),
  /** The passage of the source that should be found, by its text; null: any of the source. */
  passage: z.string().nullable(),
  note: z.string(),
  revision: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type CollectionQuestion = z.infer<typeof CollectionQuestion>
schemaIds.add(CollectionQuestion, { id: 'CollectionQuestion' })

const Properties = {
  text: QuestionText,
  source_id: Id,
  passage: ExpectedPassage.nullable().optional(),
  /** Null, or left out with another text: it is detected. */
  language: SourceLanguage.nullable().optional(),
  note: Note.optional(),
}

const QuestionParams = z.strictObject({ id: Id, questionId: Id })
const QuestionResponse = z.object({ question: CollectionQuestion })

export const queryCollectionQuestions = {
  method: 'POST',
  url: '/api/v1/knowledge/collection/:id/question/query',
  schema: {
    summary: 'The test questions of a collection, the latest first',
    params: IdParams,
    body: PageQuery.extend({
      /** In the question, its note or the title of its source. */
      keyword: Line.max(200).optional(),
    }),
    /** `total` comes with the first page. */
    response: { 200: PageInfo.extend({ questions: z.array(CollectionQuestion) }) },
  },
  config: { policy: 'manage_knowledge', errors: ['COLLECTION_NOT_FOUND'] },
} as const satisfies Endpoint

export const createCollectionQuestion = {
  method: 'POST',
  url: '/api/v1/knowledge/collection/:id/question',
  schema: {
    summary: 'Add a question with the source, or the passage, that should be found',
    params: IdParams,
    body: z.strictObject({ question: z.strictObject(Properties) }),
    response: { 200: QuestionResponse },
  },
  config: { policy: 'manage_knowledge', audited: true, errors: ['COLLECTION_NOT_FOUND', 'SOURCE_NOT_FOUND', 'QUESTION_TOO_MANY'] },
} as const satisfies Endpoint

export const updateCollectionQuestion = {
  method: 'PUT',
  url: '/api/v1/knowledge/collection/:id/question/:questionId',
  schema: {
    summary: 'Change a test question; what is not named stays',
    params: QuestionParams,
    body: z.strictObject({ revision: z.int(), question: z.strictObject(Properties).partial() }),
    response: { 200: QuestionResponse },
  },
  config: {
    policy: 'manage_knowledge',
    audited: true,
    errors: ['COLLECTION_NOT_FOUND', 'QUESTION_NOT_FOUND', 'SOURCE_NOT_FOUND', 'REVISION_MISMATCH'],
  },
} as const satisfies Endpoint

export const deleteCollectionQuestion = {
  method: 'DELETE',
  url: '/api/v1/knowledge/collection/:id/question/:questionId',
  schema: {
    summary: 'Delete a test question',
    params: QuestionParams,
    response: { 200: Success },
  },
  config: { policy: 'manage_knowledge', audited: true, errors: ['COLLECTION_NOT_FOUND', 'QUESTION_NOT_FOUND'] },
} as const satisfies Endpoint

/** The columns by their names in the first line. `source` is the title, the file's name or the id of one; the last two may be left out. */
export const questionColumns = ['question', 'source', 'passage', 'note'] as const
export const QuestionColumn = z.enum(questionColumns)
export type QuestionColumn = z.infer<typeof QuestionColumn>

/** What is wrong, and where: the line of the file, from 1, which is the header. */
export const QuestionProblem = z.object({
  line: z.int().min(1),
  column: QuestionColumn.nullable(),
  problem: z.enum([
    'required',
    'invalid',
    'too_long',
    'unknown_source',
    'ambiguous_source',
    'unknown_column',
    'missing_column',
    'repeated_column',
    'wrong_column_count',
    'malformed',
    'too_many_rows',
    'empty',
  ]),
  /** The cell, shortened. */
  value: z.string().optional(),
})
export type QuestionProblem = z.infer<typeof QuestionProblem>
schemaIds.add(QuestionProblem, { id: 'QuestionProblem' })

export const importCollectionQuestions = {
  method: 'POST',
  url: '/api/v1/knowledge/collection/:id/question/import',
  schema: {
    summary: 'Add questions from a CSV, all or none; a question that is there with the same source and passage is left out',
    params: IdParams,
    body: z.strictObject({
      csv: z.string().min(1).max(limits.questionImportCharacters),
      /** Only check it. */
      dry_run: z.boolean().optional(),
    }),
    /** With problems, none was added. */
    response: {
      200: z.object({
        /** Questions that were added, or would be. */
        added: Count,
        /** Questions that are there already. */
        known: Count,
        problems: z.array(QuestionProblem),
      }),
    },
  },
  config: { policy: 'manage_knowledge', audited: true, errors: ['COLLECTION_NOT_FOUND', 'QUESTION_TOO_MANY'] },
} as const satisfies Endpoint

/** How well expected results were found. */
export const QuestionQuality = z.object({
  /** The questions that are counted. */
  count: Count,
  /** The share whose expected result is among the first `top_k`. */
  recall_at_k: z.number(),
  /** The share whose expected result is the first one. */
  hit_at_1: z.number(),
  /** The mean of 1 / rank, 0 for a result after the tenth. */
  mrr_at_10: z.number(),
})
export type QuestionQuality = z.infer<typeof QuestionQuality>
schemaIds.add(QuestionQuality, { id: 'QuestionQuality' })

/** What one setting found for a question. */
export const QuestionOutcome = z.object({
  /** Of the expected result, from 1; null when it is not among those that were read: `top_k`, and at least ten. */
  rank: z.int().nullable(),
  /** The first result, the expected one or what came instead; null when nothing was found. */
  first: z
    .object({
      chunk_id: Id,
      source: z.object({ id: Id, title: z.string() }),
      heading_path: z.array(z.string()),
      page: z.int().nullable(),
      /** The beginning of its text. */
      text: z.string(),
    })
    .nullable(),
})
export type QuestionOutcome = z.infer<typeof QuestionOutcome>
schemaIds.add(QuestionOutcome, { id: 'QuestionOutcome' })

/** `begun` comes first, then `result` for each question, and one of the others last. Closing the stream cancels the run. */
export const QuestionRunEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('begun'),
    total: Count,
    /** Questions that are left out and not counted, as their sources are deleted. */
    without_source: Count,
  }),
  z.object({
    type: z.literal('result'),
    question: CollectionQuestion.pick({ id: true, text: true, language: true, source: true, passage: true }),
    /** One a setting, in their order. */
    outcomes: z.array(QuestionOutcome),
  }),
  z.object({
    type: z.literal('done'),
    /** One a setting, in their order. */
    settings: z.array(
      z.object({
        all: QuestionQuality,
        /** By the language of the question. */
        languages: z.array(QuestionQuality.extend({ language: SourceLanguage.nullable() })),
        notices: z.array(SearchNotice),
      }),
    ),
    elapsed_ms: z.int(),
  }),
  z.object({ type: z.literal('failed'), error: ErrorDetail }),
])
export type QuestionRunEvent = z.infer<typeof QuestionRunEvent>
schemaIds.add(QuestionRunEvent, { id: 'QuestionRunEvent' })

export const runCollectionQuestions = {
  method: 'POST',
  url: '/api/v1/knowledge/collection/:id/question/run',
  schema: {
    summary: 'Ask all test questions with one or two settings, and measure how well the expected results are found',
    params: IdParams,
    body: z.strictObject({
      settings: z
        .array(z.strictObject({ filters: SearchFilters.optional(), ...SearchSettings.partial().shape }))
        .min(1)
        .max(limits.questionRunSettings),
    }),
    response: { 200: { description: 'The run as it happens', content: { 'text/event-stream': { schema: QuestionRunEvent } } } },
  },
  config: { policy: 'manage_knowledge', errors: ['COLLECTION_NOT_FOUND'] },
} as const satisfies Endpoint
