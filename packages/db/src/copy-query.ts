// COPY of rows that are the value of a statement, so that a transaction of Prisma can copy too. pg itself refuses to send rows, and refuses
// queries of other classes on a connection that sends statements together.
import pg from 'pg'

type Copy = { readonly text: string; readonly rows: string }
type Respond = (error: Error | null, result?: pg.QueryResult) => void
type CopyConnection = { readonly sendCopyFromChunk: (rows: Buffer) => void; readonly endCopyFrom: () => void }

const statement = /^COPY .+ FROM STDIN(?= \$1$)/s

/** Returns the statement without its value, and the rows, of a query that is `COPY … FROM STDIN $1`; null of another one. */
export function findCopy(query: unknown): Copy | null {
  if (typeof query !== 'object' || query === null || !('text' in query) || !('values' in query)) return null
  const { text, values } = query
  if (typeof text !== 'string' || !Array.isArray(values)) return null
  const [copy] = statement.exec(text) ?? []
  const [rows] = values as unknown[]
  return copy !== undefined && typeof rows === 'string' ? { text: copy, rows } : null
}

/** Resolves to the result, whose count is that of the rows. */
export const sendCopy = (copy: Copy, query: (copying: CopyQuery) => unknown): Promise<pg.QueryResult | undefined> =>
  new Promise((resolve, reject) => query(new CopyQuery(copy, (error, result) => (error ? reject(error) : resolve(result)))))

class CopyQuery extends pg.Query {
  readonly #rows: string
  /** pg puts its own around it, for the time-out of the response. */
  callback: Respond

  constructor({ text, rows }: Copy, callback: Respond) {
    super(text)
    this.#rows = rows
    this.callback = callback
  }

  /** The server drops the rows after an error. */
  handleCopyInResponse(connection: CopyConnection) {
    connection.sendCopyFromChunk(Buffer.from(this.#rows))
    connection.endCopyFrom()
  }
}
