// COPY with rows that go beside the statement, so that a transaction of Prisma can copy too: as a value Prisma would write them as JSON, twice.
// pg itself refuses to send rows, and refuses queries of other classes on a connection that sends statements together.
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

type Copy = { readonly text: string; readonly rows: string }
type Respond = (error: Error | null, result?: pg.QueryResult) => void
type CopyConnection = { readonly sendCopyFromChunk: (rows: Buffer) => void; readonly endCopyFrom: () => void }

const copied = new AsyncLocalStorage<string>()

/** Sends the rows, in the text format of COPY, with the one statement `COPY … FROM STDIN` that `send` executes. */
export const copyRows = (rows: string, send: () => Promise<number>): Promise<number> => copied.run(rows, async () => await send())

/** Returns a query that is `COPY … FROM STDIN` with its rows; null of another one. */
export function findCopy(query: unknown): Copy | null {
  const rows = copied.getStore()
  if (rows === undefined || typeof query !== 'object' || query === null || !('text' in query)) return null
  const { text } = query
  return typeof text === 'string' && /^\s*COPY .+ FROM STDIN\s*$/s.test(text) ? { text, rows } : null
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
