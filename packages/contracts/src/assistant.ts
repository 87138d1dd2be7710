import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { Id, IdParams, Line, LocalizedText, PageInfo, PageQuery, Timestamp } from './wire.ts'

export const RecommendedQuestion = z.object({ title: LocalizedText, content: LocalizedText })

export const Assistant = z.object({
  id: Id,
  name: LocalizedText,
  description: LocalizedText,
  recommended_questions: z.array(RecommendedQuestion),
  is_public: z.boolean(),
  is_favorite: z.boolean(),
  /** Whether its workflow reads the files of a chat. */
  accepts_files: z.boolean(),
  group: z.object({ id: Id, name: LocalizedText }),
  updated_at: Timestamp,
  abilities: z.object({ use: z.boolean(), edit: z.boolean(), delete: z.boolean() }),
})
export type Assistant = z.infer<typeof Assistant>

export const queryAssistants = {
  method: 'POST',
  url: '/api/v1/assistant/query',
  schema: {
    summary: 'The assistants that the actor may use; favourites come in the order of the user',
    tags: ['assistant'],
    body: PageQuery.extend({
      keyword: Line.max(200).optional(),
      scope: z.enum(['favorites', 'others', 'all']).optional(),
    }),
    response: { 200: PageInfo.extend({ assistants: z.array(Assistant) }) },
  },
  config: { policy: 'signed_in' },
} as const satisfies Endpoint

export const getAssistant = {
  method: 'GET',
  url: '/api/v1/assistant/:id',
  schema: { summary: 'One assistant', tags: ['assistant'], params: IdParams, response: { 200: z.object({ assistant: Assistant }) } },
  config: { policy: 'signed_in', errors: ['ASSISTANT_NOT_FOUND'] },
} as const satisfies Endpoint
