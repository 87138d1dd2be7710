// What the audit log keeps of a source.
import type { SourceRow } from './source.repository.ts'

const toDay = (day: Date | null) => day?.toISOString().slice(0, 10) ?? null

export const toSourceTarget = ({ id, title }: { readonly id: string; readonly title: string }) =>
  ({ type: 'source', id, name: { default: title } }) as const

export const toAuditedFields = (source: SourceRow) => ({
  title: source.title,
  kind: source.kind,
  file_name: source.versions[0]?.name ?? null,
  url: source.url,
  recurrence: source.recurrenceSeconds,
  tags: source.tags,
  language: source.language,
  enabled: source.enabled,
  valid_from: toDay(source.validFrom),
  valid_until: toDay(source.validUntil),
  replaced_by: source.replacedBy,
  reading: source.reading,
})
