// Which rule of the database a write broke: how a race between two writers shows itself to the one who comes second.
import { z } from 'zod'

/** Prisma's shape for a unique index (P2002) and a foreign key (P2003) that did not hold. */
const Violation = z.object({
  code: z.enum(['P2002', 'P2003']),
  meta: z.object({ driverAdapterError: z.object({ cause: z.object({ constraint: z.object({ index: z.string() }) }) }) }),
})

/** The name of the unique index or of the foreign key that a write through Prisma broke; undefined for every other failure. */
export const findViolatedConstraint = (error: unknown): string | undefined =>
  Violation.safeParse(error).data?.meta.driverAdapterError.cause.constraint.index
