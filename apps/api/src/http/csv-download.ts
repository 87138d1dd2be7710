// A table that is sent while it is read, for a spreadsheet: what people typed can be no formula, and Chinese is read as it is.
import { stringify } from 'csv-stringify'
import type { FastifyReply } from 'fastify'
import { pipeline, Readable } from 'node:stream'

const pageSize = 500

type PageOf<Row> = (afterId: string | undefined, take: number) => Promise<readonly Row[]>

/** Yields the rows of all pages; `left` ends it between two of them. */
async function* readWhole<Row extends { readonly id: string }>(findPage: PageOf<Row>, left: AbortSignal): AsyncGenerator<Row> {
  let afterId: string | undefined
  for (;;) {
    const rows = await findPage(afterId, pageSize)
    for (const row of rows) {
      if (left.aborted) return
      yield row
    }
    afterId = rows.at(-1)?.id
    if (rows.length < pageSize) return
  }
}

type CsvDownload<Row> = {
  /** Begins the file's name, before the day. */
  readonly name: string
  readonly at: Date
  readonly columns: readonly string[]
  readonly findPage: PageOf<Row>
  readonly recordOf: (row: Row) => Readonly<Record<string, unknown>>
  /** Calls `end` when the reader may read no more; returns what ends the watching. */
  readonly watch: (end: () => void) => () => void
}

/** Sends the rows as they come, in lines under a header. A failure of theirs is one of the stream's, and ends it unfinished. */
export function sendCsv<Row extends { readonly id: string }>(reply: FastifyReply, download: CsvDownload<Row>) {
  const { name, at, columns, findPage, recordOf, watch } = download
  const left = new AbortController()
  async function* records() {
    for await (const row of readWhole(findPage, left.signal)) yield recordOf(row)
  }
  const csv = stringify({ header: true, columns: [...columns], bom: true, escape_formulas: true, record_delimiter: 'windows' })
  // The reader of the stream gets its failure; nothing is left to do here.
  pipeline(Readable.from(records()), csv, () => {})
  const stopWatching = watch(() => csv.destroy(new Error('The reader may read no more')))
  // Also when the reader has left: Fastify destroys what it was sending.
  csv.once('close', () => {
    stopWatching()
    left.abort()
  })
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}-${at.toISOString().slice(0, 10)}.csv"`)
    .send(csv)
}
