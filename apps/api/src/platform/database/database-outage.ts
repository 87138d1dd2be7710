// Recognizes failures that mean a temporary outage of PostgreSQL: restarting, frozen, out of resources or unreachable.
import { listDatabaseCodes } from './database-codes.ts'

/** PostgreSQL's codes: connections (class 08), resources (53), shutdown and start (57P), and a statement time-out. */
const serverCodes = /^(08\w{3}|53\w{3}|57P0[1-5]|57014)$/
const socketCodes = /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
const prismaCodes = /^(P1001|P1002|P1008|P1017|P1018|P2024|P2028|P2037)$/

/** Messages of `pg` for a connection that broke, did not respond or was not available; these errors have no code. */
const outageMessages =
  /^(Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/

export function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isOutage = (code: string) => serverCodes.test(code) || socketCodes.test(code) || prismaCodes.test(code)
  return listDatabaseCodes(error).some(isOutage) || outageMessages.test(error.message) || isDatabaseOutage(error.cause)
}
