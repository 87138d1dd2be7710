// What the database refused because another caller was faster, or because of what it cannot hold. The services name the
// refusals that they foresee; this is for all the others, none of which is a failure of the service.
import type { ErrorCode } from '@heddle/contracts/errors'
import { listDatabaseCodes } from './database-codes.ts'

const codesByRefusal: Readonly<Record<string, ErrorCode>> = {
  // A unique index, a foreign key; of PostgreSQL and of Prisma.
  '23505': 'CONFLICT',
  P2002: 'CONFLICT',
  '23503': 'CONFLICT',
  '23001': 'CONFLICT',
  P2003: 'CONFLICT',
  // Two transactions that could not both be.
  '40001': 'CONFLICT',
  '40P01': 'CONFLICT',
  P2034: 'CONFLICT',
  // The row went away between the look and the change.
  P2025: 'NOT_FOUND',
  // NUL in JSON or in a text, and half of a surrogate pair.
  '22P05': 'BAD_REQUEST',
  '22P02': 'BAD_REQUEST',
  '22021': 'BAD_REQUEST',
  // A number, or a text, that its column cannot hold.
  '22003': 'BAD_REQUEST',
  P2020: 'BAD_REQUEST',
  '22001': 'BAD_REQUEST',
  P2000: 'BAD_REQUEST',
}

/** The code that a refused write answers with; undefined for every other failure. */
export function findRefusalCode(error: unknown): ErrorCode | undefined {
  return listDatabaseCodes(error)
    .map((code) => codesByRefusal[code])
    .find((code) => code !== undefined)
}
