// The chunks of a source: what a search finds, and what an administrator may correct.
import { z } from 'zod'

/** Characters `from` to `to` (excluded) of the text of a page; pages begin with 1. */
export const ChunkSpan = z.object({ page: z.int(), from: z.int(), to: z.int() })
export type ChunkSpan = z.infer<typeof ChunkSpan>
