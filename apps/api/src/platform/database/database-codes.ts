import { z } from 'zod'

/** The fields that contain the codes in an error of `pg`, and in one of Prisma and its adapter. */
const DatabaseFailure = z.object({
  code: z.string().optional(),
  originalCode: z.string().optional(),
  meta: z.object({ driverAdapterError: z.unknown().optional() }).optional(),
  cause: z.unknown().optional(),
})

/** Returns every code of a failure and its causes: PostgreSQL's, the socket's and Prisma's. */
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
