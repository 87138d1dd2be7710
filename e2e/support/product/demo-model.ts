// The record of the demonstration model's calls.
import { z } from 'zod'
import { findProduct } from './environment.ts'

const Recorded = z.object({
  requests: z.array(
    z.object({
      path: z.string(),
      body: z.unknown(),
      closedAt: z.string().nullable(),
      aborted: z.boolean(),
    }),
  ),
})

/** Returns the completions whose prompt contains `text`, the oldest first. */
export async function findModelCalls(text: string) {
  const answer = await fetch(`${findProduct().modelOrigin}/demo/requests`)
  const { requests } = Recorded.parse(await answer.json())
  return requests.filter(({ path, body }) => path === '/v1/chat/completions' && JSON.stringify(body).includes(text))
}
