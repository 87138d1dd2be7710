// Where a part of a chunk stands in the text of its document.
import { z } from 'zod'
import { schemaIds } from '../schema-ids.ts'

/** Characters `from` to `to` (excluded) of the text of a page; pages begin with 1. */
export const ChunkSpan = z.object({ page: z.int(), from: z.int(), to: z.int() })
export type ChunkSpan = z.infer<typeof ChunkSpan>
schemaIds.add(ChunkSpan, { id: 'ChunkSpan' })
