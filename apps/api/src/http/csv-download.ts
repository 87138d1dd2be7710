// Streams a table as CSV for spreadsheets: with escaped formulas, and with a byte order mark so that Excel reads it as UTF-8.
import { stringify } from 'csv-stringify'
import type { FastifyReply } from 'fastify'
import { pipeline, Readable } from 'node:stream'

const pageSize = 500

type FindPage<Row> = (afterId: string | undefined, take: number) => Promise<readonly Row[]>

/** Yields the rows of all pages until `signal` is aborted. */
async function* readAllPages<Row extends { readonly id: string }>(findPage: FindPage<Row>, signal: AbortSignal): AsyncGenerator<Row> {
  let afterId: string | undefined
  for (;;) {
    const rows = await findPage(afterId, pageSize)
    for (const row of rows) {
      if (signal.aborted) return
      yield row
    }
    afterId = rows.at(-1)?.id
    if (rows.length < pageSize) return
  }
}

type CsvDownload<Row> = {
  /** The file name before its date. */
  readonly name: string
  readonly at: Date
  readonly columns: readonly string[]
  readonly findPage: FindPage<Row>
  readonly toRecord: (row: Row) => Readonly<Record<string, unknown>>
  /** Calls `end` when the reader loses the right to read; returns a function that stops watching. */
  readonly watch: (end: () => void) => () => void
}

/** Sends the rows under a header as they are read. A failure to read them aborts the response. */
export function sendCsv<Row extends { readonly id: string }>(reply: FastifyReply, download: CsvDownload<Row>) {
  const { name, at, columns, findPage, toRecord, watch } = download
  const disconnected = new AbortController()
  async function* records() {
    for await (const row of readAllPages(findPage, disconnected.signal)) yield toRecord(row)
  }
  const csv = stringify({ header: true, columns: [...columns], bom: true, escape_formulas: true, record_delimiter: 'windows' })
  // A failure destroys the response, which needs no handling here.
  pipeline(Readable.from(records()), csv, () => {})
  const stopWatching = watch(() => csv.destroy(new Error('The reader has lost the right to read')))
  // Also after a disconnection: Fastify destroys the stream then.
  csv.once('close', () => {
    stopWatching()
    disconnected.abort()
  })
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}-${at.toISOString().slice(0, 10)}.csv"`)
    .send(csv)
}
