// Whether a failure means that PostgreSQL is not there for the moment: restarting, out of connections, or out of reach.

/** Of PostgreSQL (class 08 and 57P, 53300), of the socket, and of Prisma. */
const outageCodes =
  /^(08\w{3}|57P0[1-5]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|P1001|P1002|P1017|P2024|P2028|P2037)$/

/** What `pg` says of a connection that broke or could not be had; these errors have no code. */
const outageMessages = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

export function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && outageCodes.test(code)) return true
  return outageMessages.test(error.message) || isDatabaseOutage(error.cause)
}
