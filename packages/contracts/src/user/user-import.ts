// Many users from a CSV, all or none of them. The answer is an event stream: the work takes longer than a click.
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { ErrorDetail } from '../errors.ts'
import { limits } from '../limits.ts'
import { schemaIds } from '../schema-ids.ts'

/** The columns by their names in the first line. `groups` are names or ids of groups, separated by semicolons. */
export const importColumns = ['name', 'email', 'account', 'language', 'groups'] as const
export const ImportColumn = z.enum(importColumns)
export type ImportColumn = z.infer<typeof ImportColumn>

export const importProblems = [
  'required',
  'invalid',
  'too_long',
  'exists',
  'repeated',
  'unknown_group',
  'ambiguous_group',
  'too_many_groups',
  'unknown_column',
  'missing_column',
  'repeated_column',
  'wrong_column_count',
  'malformed',
  'too_many_rows',
  'empty',
] as const

/** What is wrong, and where: the line of the file, from 1, which is the header. */
export const ImportProblem = z.object({
  line: z.int().min(1),
  column: ImportColumn.nullable(),
  problem: z.enum(importProblems),
  /** The cell, shortened. */
  value: z.string().optional(),
})
export type ImportProblem = z.infer<typeof ImportProblem>
schemaIds.add(ImportProblem, { id: 'ImportProblem' })

export const ImportedUser = z.object({
  line: z.int(),
  email: z.string(),
  account: z.string().nullable(),
  /** Made at random, and told this once. It has to be changed at the first sign-in. */
  password: z.string(),
})
export type ImportedUser = z.infer<typeof ImportedUser>
schemaIds.add(ImportedUser, { id: 'ImportedUser' })

/** `checked` comes first; unless it was only that or found problems, `progress` until `done`. `failed` ends it early. */
export const ImportEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('checked'),
    rows: z.int(),
    /** The first 500 of them. */
    problems: z.array(ImportProblem),
    problem_count: z.int(),
    /** The groups that would be created, as the file names them; none unless `create_groups`. */
    new_groups: z.array(z.string()),
  }),
  z.object({ type: z.literal('progress'), done: z.int(), total: z.int() }),
  z.object({ type: z.literal('done'), users: z.array(ImportedUser) }),
  z.object({ type: z.literal('failed'), error: ErrorDetail }),
])
export type ImportEvent = z.infer<typeof ImportEvent>
schemaIds.add(ImportEvent, { id: 'ImportEvent' })

export const importUsers = {
  method: 'POST',
  url: '/api/v1/user/import',
  schema: {
    summary: 'Create users from a CSV, all or none',
    body: z.strictObject({
      csv: z.string().min(1).max(limits.importBytes),
      /** Only check it. */
      dry_run: z.boolean().optional(),
      /** Create the groups that the file names and that are not there; for those who may create groups. */
      create_groups: z.boolean().optional(),
    }),
    response: { 200: { description: 'How the import goes on', content: { 'text/event-stream': { schema: ImportEvent } } } },
  },
  config: { policy: 'manage_users', audited: true },
} as const satisfies Endpoint
