// Streams a table for spreadsheets, as CSV or XLSX, or any file that is made while it is sent. CSV has escaped formulas, and a byte order mark so that Excel reads it as
// UTF-8; the cells of XLSX are typed, and none is a formula.
import { stringify } from 'csv-stringify'
import type { FastifyReply } from 'fastify'
import { Duplex, pipeline, Readable } from 'node:stream'
import { type Sheet, writeXlsx } from './xlsx-writer.ts'

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

/** By column. A text that is a number stays a text; null and what is missing is an empty cell. */
export type TableRecord = Readonly<Record<string, unknown>>

export type DownloadTable<Row> = {
  readonly columns: readonly string[]
  /** What the first row says instead of the names of the columns. */
  readonly headers?: readonly string[]
  readonly findPage: FindPage<Row>
  readonly toRecord: (row: Row) => TableRecord
}

/** How a CSV is written. The library quotes no line feed, nor blanks at the ends, which reading takes away. */
export const csvFormat = { bom: true, escape_formulas: true, record_delimiter: 'windows', quoted_match: /^\s|\s$|[\r\n]/ } as const

const formats = {
  csv: {
    contentType: 'text/csv; charset=utf-8',
    write: (columns: readonly string[], headers: readonly string[]) =>
      stringify({
        header: true,
        columns: columns.map((key, index) => ({ key, header: headers[index] ?? key })),
        ...csvFormat,
      }),
  },
  xlsx: {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: (columns: readonly string[], headers: readonly string[]) =>
      Duplex.from((records: AsyncIterable<TableRecord>) => writeXlsx([{ name: 'Sheet1', columns, headers, records }])),
  },
}

type Download = {
  /** The file name before its date. */
  readonly name: string
  readonly at: Date
  /** Calls `end` when the reader loses the right to read; returns a function that stops watching. */
  readonly watch: (end: () => void) => () => void
}

type MadeFile = { readonly file: Readable; readonly contentType: string; readonly extension: string }

/** Sends a file while it is made. A failure to make it aborts the response. */
export function sendMadeFile(reply: FastifyReply, { name, at, watch }: Download, { file, contentType, extension }: MadeFile) {
  const stopWatching = watch(() => file.destroy(new Error('The reader has lost the right to read')))
  // Also after a disconnection: Fastify destroys the stream then.
  file.once('close', stopWatching)
  return reply
    .header('content-type', contentType)
    .header('content-disposition', `attachment; filename="${name}-${at.toISOString().slice(0, 10)}.${extension}"`)
    .send(file)
}

/** Sends a workbook whose rows are read as they are sent. */
export const sendWorkbook = (reply: FastifyReply, download: Download, sheets: readonly Sheet[]) =>
  sendMadeFile(reply, download, {
    file: Readable.from(writeXlsx(sheets), { objectMode: false }),
    contentType: formats.xlsx.contentType,
    extension: 'xlsx',
  })

type TableDownload<Row> = Download & DownloadTable<Row> & { readonly format: keyof typeof formats }

/** Sends the rows under a header as they are read. A failure to read them aborts the response. */
export function sendTable<Row extends { readonly id: string }>(reply: FastifyReply, download: TableDownload<Row>) {
  const { format, columns, headers = columns, findPage, toRecord } = download
  const { contentType, write } = formats[format]
  const disconnected = new AbortController()
  async function* records() {
    for await (const row of readAllPages(findPage, disconnected.signal)) yield toRecord(row)
  }
  const file = write(columns, headers)
  // A failure destroys the response, which needs no handling here.
  pipeline(Readable.from(records()), file, () => {})
  file.once('close', () => disconnected.abort())
  return sendMadeFile(reply, download, { file, contentType, extension: format })
}
