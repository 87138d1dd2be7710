import { ErrorDetail } from '@heddle/contracts/errors'
import { ReadingFindings, ReadingSettings } from '@heddle/contracts/document/reading'
import { PageWarning, type Source, SourceLanguage, type SourceUploadResult } from '@heddle/contracts/collection/source'
import { z } from 'zod'
import { toErrorBody } from '../../../platform/http/failure.ts'
import { presentTime } from '../../../platform/http/presenting.ts'
import { printableName } from '../../../platform/files/file-name.ts'
import type { SourceRow } from './source.repository.ts'
import type { AddOutcome } from './source-intake.service.ts'

export const presentDay = (day: Date | null) => day?.toISOString().slice(0, 10) ?? null
const presentOptionalTime = (time: Date | null) => time && presentTime(time)

const StoredWarnings = z.array(PageWarning)

export function presentSource(source: SourceRow): Source {
  const { versions, activeVersion } = source
  const latest = versions[0]
  const shown = activeVersion ?? latest
  return {
    id: source.id,
    kind: source.kind,
    title: source.title,
    version_id: shown?.id ?? null,
    file_name: source.kind === 'file' ? (shown?.name ?? null) : null,
    folder: source.folder,
    media_type: shown?.mediaType ?? null,
    url: source.url,
    recurrence: source.recurrenceSeconds,
    checked_at: presentOptionalTime(source.checkedAt),
    due_at: presentOptionalTime(source.dueAt),
    sync_failures: source.syncFailures,
    tags: source.tags,
    language: SourceLanguage.nullable().parse(source.language),
    enabled: source.enabled,
    valid_from: presentDay(source.validFrom),
    valid_until: presentDay(source.validUntil),
    replaced_by: source.replacedBy,
    state: source.state,
    failure: ErrorDetail.nullable().parse(source.failure),
    progress: {
      pages: { done: source.pagesDone, total: source.pagesTotal },
      chunks: { done: source.chunksDone, total: source.chunksTotal },
    },
    is_searchable: activeVersion !== null,
    page_count: shown?.pageCount ?? 0,
    chunk_count: activeVersion?.indexed[0]?.chunkCount ?? 0,
    size: latest?.sizeBytes ?? 0,
    warnings: StoredWarnings.parse(latest?.warnings ?? []),
    findings: ReadingFindings.parse(shown?.findings ?? []),
    reading: ReadingSettings.parse(source.reading),
    revision: source.revision,
    created_at: presentTime(source.createdAt),
    updated_at: presentTime(source.updatedAt),
  }
}

export const presentSourceUpload = (outcome: AddOutcome): SourceUploadResult =>
  'source' in outcome
    ? { name: outcome.name, source: presentSource(outcome.source) }
    : { name: printableName(outcome.name), error: toErrorBody(outcome.error).detail }
