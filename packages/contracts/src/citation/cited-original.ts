// What lies behind a citation: the original of a passage, its bytes and its pages as they were read, with where the passage stands on them; the
// rows of a dataset as a file.
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import type { ErrorCode } from '../errors.ts'
import { PageBox, PageNumber, SourcePage, TextRange } from '../ingestion/chunk.ts'
import { SourceParams } from '../collection/source.ts'
import { schemaIds } from '../schema-ids.ts'
import { fileResponse, Id, QueryCount } from '../wire.ts'

/** The content that was cited, and what has become of its source since then. */
export const CitedOriginal = z.object({
  name: z.string(),
  media_type: z.string(),
  /** Whether another content of the source is searched now. */
  is_replaced: z.boolean(),
  /** The last day on which the source is valid. */
  valid_until: z.iso.date().nullable(),
  /** The title of the source that takes its place. */
  replaced_by: z.string().nullable(),
})
export type CitedOriginal = z.infer<typeof CitedOriginal>
schemaIds.add(CitedOriginal, { id: 'CitedOriginal' })

export const CitedPage = SourcePage.omit({ places: true }).extend({
  /** Where the passage stands in the text of the page. */
  ranges: z.array(TextRange),
  /** With the characters that each shows. Empty where the original is no PDF. */
  boxes: z.array(PageBox.extend(TextRange.shape)),
})
export type CitedPage = z.infer<typeof CitedPage>
schemaIds.add(CitedPage, { id: 'CitedPage' })

/** The chat, the message, and one of its sources. */
const CitedParams = SourceParams.extend({ messageId: Id })

/**
 * A reader of the reply may open an original if its collection allows that, and the reader may still use the assistant of the chat and be
 * found the collection's passages. Its validity hides nothing.
 */
const citedErrors = [
  'CHAT_NOT_FOUND',
  'CHAT_MESSAGE_NOT_FOUND',
  'SOURCE_NOT_FOUND',
  'ORIGINAL_GONE',
  'ORIGINAL_FORBIDDEN',
  'ORIGINAL_PREVIEW_OFF',
  'FILE_STORE_UNAVAILABLE',
] as const satisfies readonly ErrorCode[]

/** Responds with the bytes: an image or a PDF to show, anything else as an attachment that no browser runs. */
export const getCitedContent = {
  method: 'GET',
  url: '/api/v1/chat/:id/message/:messageId/source/:sourceId/content',
  schema: {
    summary: 'The original of a cited passage of a knowledge collection, as it was when it was cited',
    params: CitedParams,
    response: fileResponse,
  },
  config: { policy: 'signed_in', errors: [...citedErrors, 'RANGE_NOT_SATISFIABLE'] },
} as const satisfies Endpoint

export const exportCitedRows = {
  method: 'GET',
  url: '/api/v1/chat/:id/message/:messageId/source/:sourceId/export',
  schema: {
    summary: 'The rows of a dataset that a reply cites, as a table for spreadsheets',
    params: CitedParams,
    querystring: z.strictObject({ format: z.enum(['csv', 'xlsx']) }),
    response: {
      200: {
        description: 'A header line, then the rows',
        content: {
          'text/csv': { schema: z.string() },
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { schema: z.file() },
        },
      },
    },
  },
  config: { policy: 'signed_in', errors: ['CHAT_NOT_FOUND', 'CHAT_MESSAGE_NOT_FOUND', 'SOURCE_NOT_FOUND'] },
} as const satisfies Endpoint

export const getCitedPage = {
  method: 'GET',
  url: '/api/v1/chat/:id/message/:messageId/source/:sourceId/page/:page',
  schema: {
    summary: 'A page of that original as it was read, with where the passage stands',
    params: CitedParams.extend({ page: PageNumber }),
    /** A character that the part of the page has; that of the passage unless given. */
    querystring: z.strictObject({ at: QueryCount.optional() }),
    response: { 200: z.object({ original: CitedOriginal, page: CitedPage }) },
  },
  config: { policy: 'signed_in', errors: citedErrors },
} as const satisfies Endpoint
