// The format that a file of the product tells: `heddle.collection/1`.
import { z } from 'zod'

const Told = z.object({ format: z.string().regex(/^[a-z.]+\/\d+$/) })

const takeKind = (format: string) => format.slice(0, format.indexOf('/'))

/** Whether content is of a format of the same kind as `known`, with another number: one that came after it. */
export function isOfLaterFormat(content: unknown, known: string): boolean {
  const { data } = Told.safeParse(content)
  return data !== undefined && data.format !== known && takeKind(data.format) === takeKind(known)
}
