// Maps writes that the database refused, because of a concurrent write or an invalid value, to error codes. Services handle the
// refusals that they expect; the others are mapped here, because none of them is a failure of the service.
import type { ErrorCode } from '@heddle/contracts/errors'
import { listDatabaseCodes } from './database-codes.ts'

const codesByRefusal: Readonly<Record<string, ErrorCode>> = {
  // A unique index, a foreign key; of PostgreSQL and of Prisma.
  '23505': 'CONFLICT',
  P2002: 'CONFLICT',
  '23503': 'CONFLICT',
  '23001': 'CONFLICT',
  P2003: 'CONFLICT',
  // Conflicting transactions.
  '40001': 'CONFLICT',
  '40P01': 'CONFLICT',
  P2034: 'CONFLICT',
  // The row was deleted between the read and the write.
  P2025: 'NOT_FOUND',
  // NUL in JSON or in a text, and half of a surrogate pair.
  '22P05': 'BAD_REQUEST',
  '22P02': 'BAD_REQUEST',
  '22021': 'BAD_REQUEST',
  // A number or a text that exceeds its column.
  '22003': 'BAD_REQUEST',
  P2020: 'BAD_REQUEST',
  '22001': 'BAD_REQUEST',
  P2000: 'BAD_REQUEST',
}

/** Returns the error code of a refused write; undefined for every other failure. */
export function findRefusalCode(error: unknown): ErrorCode | undefined {
  return listDatabaseCodes(error)
    .map((code) => codesByRefusal[code])
    .find((code) => code !== undefined)
}
