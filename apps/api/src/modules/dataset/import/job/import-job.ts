// What a job of an import is told.
import { z } from 'zod'

export const ImportJob = z.object({
  importId: z.uuid(),
  jobId: z.uuid(),
  /** Of an application: whether rows with errors are left out, and where it was asked from, for the audit log. */
  application: z
    .object({ rows: z.enum(['all', 'good']), origin: z.object({ address: z.string(), userAgent: z.string().or(z.undefined()) }) })
    .optional(),
})
export type ImportJob = z.infer<typeof ImportJob>
export type Application = NonNullable<ImportJob['application']>
