// The sources of a collection: files, web pages and pasted texts, and their way into the index.
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { ErrorDetail } from '../errors.ts'
import { SourceState } from './collection.ts'
import { languages } from '../languages.ts'
import { limits } from '../limits.ts'
import { schemaIds } from '../schema-ids.ts'
import { Count, fileResponse, Id, IdParams, Line, noNul, PageInfo, PageQuery, QueryFlag, Success, Timestamp } from '../wire.ts'
import { FindingKind, ReadingFindings, ReadingSettings, textEncodings } from '../document/reading.ts'

export const SourceKind = z.enum(['file', 'url', 'text'])
export type SourceKind = z.infer<typeof SourceKind>
schemaIds.add(SourceKind, { id: 'SourceKind' })

/** A page without a readable text. */
export const PageWarning = z.object({ page: z.int(), verdict: z.enum(['empty', 'garbled', 'scanned']) })
export type PageWarning = z.infer<typeof PageWarning>

/** Done of a known total; a total is 0 until it is known. */
export const Progress = z.object({ done: Count, total: Count })
export type Progress = z.infer<typeof Progress>

export const Folder = Line.min(1).max(limits.folderCharacters)
export const Day = z.iso.date()
export const Tag = Line.min(1).max(limits.tagCharacters)

/** How a text is read, in an encoding that can be chosen. */
export const CorrectedReading = ReadingSettings.extend({ encoding: z.enum(textEncodings).optional() })

/** Returns what can be corrected of how a source is read: nothing of a pasted text, whose encoding is known. */
export function listCorrectable(kind: SourceKind, mediaType: string | null): readonly (keyof ReadingSettings)[] {
  if (kind === 'text' || !mediaType?.startsWith('text/')) return []
  return mediaType === 'text/csv' ? ['encoding', 'delimiter', 'header_row'] : ['encoding']
}

export const SourceLanguage = z.enum([...languages, 'other'])
export type SourceLanguage = z.infer<typeof SourceLanguage>
schemaIds.add(SourceLanguage, { id: 'SourceLanguage' })

export const Source = z.object({
  id: Id,
  kind: SourceKind,
  title: z.string(),
  /** The content that is searched, else the latest; null of a page that was not fetched yet. The next two are of it. */
  version_id: Id.nullable(),
  /** Of a file. */
  file_name: z.string().nullable(),
  /** The folder, or the zip and the folder in it, that the file was uploaded from (`manuals.zip/looms`). */
  folder: z.string().nullable(),
  media_type: z.string().nullable(),
  /** Of a web page, which is fetched again after `recurrence` seconds. */
  url: z.string().nullable(),
  recurrence: Count.nullable(),
  /** When the page was last asked for, when it will be again, and how often in a row that failed. */
  checked_at: Timestamp.nullable(),
  due_at: Timestamp.nullable(),
  sync_failures: Count,
  tags: z.array(z.string()),
  /** Detected, unless it was set. */
  language: SourceLanguage.nullable(),
  /** A source that is not enabled is not searched. */
  enabled: z.boolean(),
  /** Both days belong to the time. */
  valid_from: Day.nullable(),
  valid_until: Day.nullable(),
  replaced_by: z.object({ id: Id, title: z.string() }).nullable(),
  state: SourceState,
  /** Of a failed source, of the last attempt of one that is tried again, or of the last visit of a page whose earlier content is searched. */
  failure: ErrorDetail.nullable(),
  progress: z.object({ pages: Progress, chunks: Progress }),
  /** Whether a content is searched: also an earlier one, while a new one is on its way or has failed. */
  is_searchable: z.boolean(),
  page_count: Count,
  chunk_count: Count,
  /** Bytes of the original. */
  size: Count,
  warnings: z.array(PageWarning),
  /** What could not be read of the content as it stands. */
  findings: ReadingFindings,
  /** What was corrected of how the original is read. */
  reading: ReadingSettings,
  revision: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Source = z.infer<typeof Source>
schemaIds.add(Source, { id: 'Source' })

/** The collection and one of its sources. */
export const SourceParams = z.strictObject({ id: Id, sourceId: Id })
const SourceResponse = z.object({ source: Source })

const Properties = {
  title: Line.min(1).max(limits.nameCharacters).optional(),
  tags: z.array(Tag).max(limits.tagsPerSource).optional(),
  /** Null leaves it to detection. */
  language: SourceLanguage.nullable().optional(),
  enabled: z.boolean().optional(),
  valid_from: Day.nullable().optional(),
  valid_until: Day.nullable().optional(),
  replaced_by: Id.nullable().optional(),
}

export const Recurrence = z.int().min(limits.recurrenceSeconds.min).max(limits.recurrenceSeconds.max)

const NewText = z.strictObject({
  kind: z.literal('text'),
  /** Read as Markdown. */
  text: z.string().min(1).max(limits.pastedTextCharacters).regex(noNul, 'NUL is not allowed'),
  ...Properties,
  title: Line.min(1).max(limits.nameCharacters),
})

const NewPage = z.strictObject({
  kind: z.literal('url'),
  /** Of a web page, a document, or a sitemap, which adds a source for each of its pages. */
  url: z.url({ protocol: /^https?$/ }).max(limits.urlCharacters),
  ...Properties,
  /** Seconds until it is fetched again; null fetches it once. */
  recurrence: Recurrence.nullable().optional(),
})

export const sourceSorts = ['created', 'updated', 'title', 'size'] as const

export const querySources = {
  method: 'POST',
  url: '/api/v1/knowledge/collection/:id/source/query',
  schema: {
    summary: 'The sources of a collection with their progress',
    params: IdParams,
    body: PageQuery.extend({
      /** In the title, the name of the file, its folder or the address. */
      keyword: Line.max(200).optional(),
      state: z.array(SourceState).max(SourceState.options.length).optional(),
      kind: z.array(SourceKind).max(SourceKind.options.length).optional(),
      tag: Tag.optional(),
      /** With a finding of one of these kinds. */
      findings: z.array(FindingKind).max(FindingKind.options.length).optional(),
      /** By time of creation, the latest first, unless given. */
      sort: z.enum(sourceSorts).optional(),
      direction: z.enum(['asc', 'desc']).optional(),
    }),
    /** `total`, the counts and the tags come with the first page. */
    response: {
      200: PageInfo.extend({
        sources: z.array(Source),
        /** All of the collection by state, whatever the filters are; a state without sources is left out. */
        states: z.partialRecord(SourceState, Count).optional(),
        /** The tags in use in the collection, at most 200. */
        tags: z.array(z.string()).optional(),
      }),
    },
  },
  config: { policy: 'manage_knowledge', errors: ['COLLECTION_NOT_FOUND'] },
} as const satisfies Endpoint

export const createSource = {
  method: 'POST',
  url: '/api/v1/knowledge/collection/:id/source',
  schema: {
    summary: 'Add a pasted text or a web page; its ingestion begins at once',
    params: IdParams,
    body: z.strictObject({
      source: z.discriminatedUnion('kind', [NewText, NewPage]),
      /** Adds it although the collection has the same content, or the same address. */
      allow_duplicate: z.boolean().optional(),
    }),
    response: { 200: SourceResponse },
  },
  config: {
    policy: 'manage_knowledge',
    audited: true,
    errors: [
      'COLLECTION_NOT_FOUND',
      'SOURCE_DUPLICATE',
      'SOURCE_NOT_FOUND',
      'SOURCE_TOO_MANY',
      'SOURCE_BLOCKED_ADDRESS',
      'FILE_STORE_UNAVAILABLE',
    ],
  },
} as const satisfies Endpoint

/** What became of one file: the source that it is now, or why it was refused. */
export const SourceUploadResult = z.object({ name: z.string(), source: Source.optional(), error: ErrorDetail.optional() })
export type SourceUploadResult = z.infer<typeof SourceUploadResult>
schemaIds.add(SourceUploadResult, { id: 'SourceUploadResult' })

export const uploadSources = {
  method: 'POST',
  url: '/api/v1/knowledge/collection/:id/source/file',
  schema: {
    summary: 'Add files, also those in a zip; each succeeds or fails by itself',
    params: IdParams,
    querystring: z.strictObject({
      /** Adds them although the collection has the same content. */
      allow_duplicate: QueryFlag.optional(),
      /** The folder that they are all from. */
      folder: Folder.optional(),
    }),
    response: { 200: z.object({ results: z.array(SourceUploadResult) }) },
  },
  config: {
    policy: 'manage_knowledge',
    audited: true,
    form: z.object({ files: z.array(z.file()).min(1).max(limits.sourceFilesPerUpload) }),
    errors: ['COLLECTION_NOT_FOUND', 'FILE_TOO_MANY', 'FILE_STORE_UNAVAILABLE'],
  },
} as const satisfies Endpoint

export const getSource = {
  method: 'GET',
  url: '/api/v1/knowledge/collection/:id/source/:sourceId',
  schema: { summary: 'One source', params: SourceParams, response: { 200: SourceResponse } },
  config: { policy: 'manage_knowledge', errors: ['COLLECTION_NOT_FOUND', 'SOURCE_NOT_FOUND'] },
} as const satisfies Endpoint

export const updateSource = {
  method: 'PUT',
  url: '/api/v1/knowledge/collection/:id/source/:sourceId',
  schema: {
    summary: 'Change the properties of a source; what is not named stays',
    params: SourceParams,
    body: z.strictObject({ revision: z.int(), source: z.strictObject({ ...Properties, recurrence: Recurrence.nullable().optional() }) }),
    response: { 200: SourceResponse },
  },
  config: { policy: 'manage_knowledge', audited: true, errors: ['COLLECTION_NOT_FOUND', 'SOURCE_NOT_FOUND', 'REVISION_MISMATCH'] },
} as const satisfies Endpoint

const actOnSource = {
  method: 'POST',
  config: { policy: 'manage_knowledge', audited: true, errors: ['COLLECTION_NOT_FOUND', 'SOURCE_NOT_FOUND'] },
} as const

export const retrySource = {
  ...actOnSource,
  url: '/api/v1/knowledge/collection/:id/source/:sourceId/retry',
  schema: {
    summary: 'Ingest a failed or cancelled source again, or at once what waits for another attempt; one in another state stays as it is',
    params: SourceParams,
    response: { 200: SourceResponse },
  },
} as const satisfies Endpoint

export const cancelSource = {
  ...actOnSource,
  url: '/api/v1/knowledge/collection/:id/source/:sourceId/cancel',
  schema: {
    summary: 'Cancel the ingestion of a source within two seconds; one in another state stays as it is',
    params: SourceParams,
    response: { 200: SourceResponse },
  },
} as const satisfies Endpoint

export const rereadSource = {
  ...actOnSource,
  url: '/api/v1/knowledge/collection/:id/source/:sourceId/reread',
  schema: {
    summary: 'Read the original again, as where recognition was switched on since; its earlier content is searched meanwhile',
    params: SourceParams,
    response: { 200: SourceResponse },
  },
  config: { ...actOnSource.config, errors: [...actOnSource.config.errors, 'FILE_STORE_UNAVAILABLE'] },
} as const satisfies Endpoint

export const updateSourceReading = {
  method: 'PUT',
  url: '/api/v1/knowledge/collection/:id/source/:sourceId/reading',
  schema: {
    summary: 'Correct how a text or a table is read, and read its original again; its earlier content is searched meanwhile',
    params: SourceParams,
    /** What is not named is found in the file. */
    body: z.strictObject({ revision: z.int(), reading: CorrectedReading }),
    response: { 200: SourceResponse },
  },
  config: {
    policy: 'manage_knowledge',
    audited: true,
    errors: ['COLLECTION_NOT_FOUND', 'SOURCE_NOT_FOUND', 'REVISION_MISMATCH', 'FILE_STORE_UNAVAILABLE'],
  },
} as const satisfies Endpoint

export const syncSource = {
  ...actOnSource,
  url: '/api/v1/knowledge/collection/:id/source/:sourceId/sync',
  schema: {
    summary: 'Fetch a web page now, or after the pause of its collection; one whose ingestion is running stays as it is',
    params: SourceParams,
    response: { 200: SourceResponse },
  },
} as const satisfies Endpoint

/** What is done with several sources at once. */
export const SourceAction = z.discriminatedUnion('action', [
  /** Of a source that has failed or was cancelled, or waits for another attempt. */
  z.strictObject({ action: z.literal('retry') }),
  z.strictObject({ action: z.literal('cancel') }),
  z.strictObject({ action: z.literal('delete') }),
  z.strictObject({ action: z.literal('enable') }),
  z.strictObject({ action: z.literal('disable') }),
  /** As many as a source may have are kept, those that it has first. */
  z.strictObject({ action: z.literal('tag'), add: z.array(Tag).max(limits.tagsPerSource), remove: z.array(Tag).max(limits.tagsPerSource) }),
])
export type SourceAction = z.infer<typeof SourceAction>

export const actOnSources = {
  method: 'POST',
  url: '/api/v1/knowledge/collection/:id/source/action',
  schema: {
    summary: 'Retry, cancel, delete, switch or tag sources; says of how many it was done',
    params: IdParams,
    body: z.strictObject({ source_ids: z.array(Id).min(1).max(limits.maxPageSize), action: SourceAction }),
    response: { 200: z.object({ changed: Count }) },
  },
  config: { policy: 'manage_knowledge', audited: true, errors: ['COLLECTION_NOT_FOUND'] },
} as const satisfies Endpoint

export const deleteSource = {
  method: 'DELETE',
  url: '/api/v1/knowledge/collection/:id/source/:sourceId',
  schema: {
    summary: 'Delete a source with its original; replies keep what they have cited',
    params: SourceParams,
    response: { 200: Success },
  },
  config: { policy: 'manage_knowledge', audited: true, errors: ['COLLECTION_NOT_FOUND', 'SOURCE_NOT_FOUND'] },
} as const satisfies Endpoint

/** Responds with the bytes: an image or a PDF to show, anything else as an attachment that no browser runs. */
export const getSourceContent = {
  method: 'GET',
  url: '/api/v1/knowledge/collection/:id/source/:sourceId/content',
  schema: {
    summary: 'The original of a content of a source: unless one is named, of the one that is searched, else of the latest',
    params: SourceParams,
    querystring: z.strictObject({ version_id: Id.optional() }),
    response: fileResponse,
  },
  config: {
    policy: 'manage_knowledge',
    errors: ['COLLECTION_NOT_FOUND', 'SOURCE_NOT_FOUND', 'FILE_STORE_UNAVAILABLE', 'RANGE_NOT_SATISFIABLE'],
  },
} as const satisfies Endpoint
