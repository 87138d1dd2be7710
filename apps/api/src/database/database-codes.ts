import { z } from 'zod'

/** Where the codes are in an error of `pg`, and in what Prisma and its adapter make of one. */
const DatabaseFailure = z.object({
  code: z.string().optional(),
  originalCode: z.string().optional(),
  meta: z.object({ driverAdapterError: z.unknown().optional() }).optional(),
  cause: z.unknown().optional(),
})

/** Every code that a failure carries, those of its causes included: PostgreSQL's, the socket's and Prisma's. */
export function listDatabaseCodes(error: unknown): string[] {
  const failure = DatabaseFailure.safeParse(error).data
  if (!failure) return []
  const { code, originalCode, meta, cause } = failure
  return [
    ...[code, originalCode].filter((each) => each !== undefined),
    ...listDatabaseCodes(meta?.driverAdapterError),
    ...listDatabaseCodes(cause),
  ]
}
