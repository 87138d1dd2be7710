// The log as a table that a spreadsheet opens: what people typed can be no formula, and Chinese is read as it is.
import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { AuditEvent } from '@heddle/contracts/audit'

const asJson = (fields: AuditEvent['before']) => (fields ? JSON.stringify(fields) : '')

const recordOf = ({ actor, target, before, after, ...event }: AuditEvent) => ({
  ...event,
  actor_id: actor?.id,
  actor_name: actor?.name.default,
  target_type: target?.type,
  target_id: target?.id,
  target_name: target?.name?.default,
  before: asJson(before),
  after: asJson(after),
})

const columns = [
  'created_at',
  'action',
  'outcome',
  'error_code',
  'actor_id',
  'actor_name',
  'target_type',
  'target_id',
  'target_name',
  'address',
  'user_agent',
  'before',
  'after',
  'id',
]

/** The events as they come, in lines under a header. A failure of theirs is one of the stream's, and ends it unfinished. */
export function streamAuditCsv(events: AsyncIterable<AuditEvent>): Readable {
  async function* records() {
    for await (const event of events) yield recordOf(event)
  }
  const csv = stringify({ header: true, columns, bom: true, escape_formulas: true, record_delimiter: 'windows' })
  // Whoever reads the stream hears of its failure; here is nothing left to do.
  pipeline(Readable.from(records()), csv, () => {})
  return csv
}
