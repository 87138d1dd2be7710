// Names the constraint that a write violated, which is how the second of two concurrent writers learns of the first.
import { z } from 'zod'

/** The shape of Prisma's error for a unique index (P2002) and a foreign key (P2003). */
const Violation = z.object({
  code: z.enum(['P2002', 'P2003']),
  meta: z.object({ driverAdapterError: z.object({ cause: z.object({ constraint: z.object({ index: z.string() }) }) }) }),
})

/** Returns the name of the violated unique index or foreign key; undefined for every other failure. */
export const findViolatedConstraint = (error: unknown): string | undefined =>
  Violation.safeParse(error).data?.meta.driverAdapterError.cause.constraint.index
