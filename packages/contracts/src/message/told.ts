// What went along with the question of a reply, for its owner: never what the author of the workflow or the expert wrote.
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { schemaIds } from '../schema-ids.ts'
import { Count, Id } from '../wire.ts'

/** As it was kept with the reply. Texts are as the model got them. */
export const KeptContext = z.object({
  /** Null without any, and where the chat does not use them. */
  person: z.object({ about_me: z.string(), how_to_answer: z.string(), is_cut: z.boolean() }).nullable(),
  /** Those with instructions: the one that the folder of the chat lies in, then this. */
  folders: z.array(z.object({ name: z.string(), instructions: z.string(), is_cut: z.boolean() })),
  /** Earlier messages. */
  history_count: Count,
  image_count: Count,
  files: z.array(z.object({ name: z.string(), passage_count: Count })),
  /** Of knowledge collections, and results over datasets. Without titles, which the owner may no longer read: the cited ones are sources. */
  passage_count: Count,
})
export type KeptContext = z.infer<typeof KeptContext>

export const ToldContext = KeptContext.extend({
  /** All messages before the question. */
  earlier_count: Count,
  /** Null unless the files were too long; so many of their tokens went along. */
  files_cut: z.object({ used_tokens: z.int(), total_tokens: z.int() }).nullable(),
})
export type ToldContext = z.infer<typeof ToldContext>
schemaIds.add(ToldContext, { id: 'ToldContext' })

export const getToldContext = {
  method: 'GET',
  url: '/api/v1/chat/:id/message/:messageId/told',
  schema: {
    summary: 'What the model was told for a reply, for the owner of the chat; null when no model wrote it, or nothing was kept of it',
    params: z.strictObject({ id: Id, messageId: Id }),
    response: { 200: z.object({ told: ToldContext.nullable() }) },
  },
  config: { policy: 'signed_in', errors: ['CHAT_NOT_FOUND', 'CHAT_MESSAGE_NOT_FOUND'] },
} as const satisfies Endpoint
