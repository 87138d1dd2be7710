// A collection as a file: a zip of `collection.json`, which is a `CollectionManifest`, and of the originals that it names.
// docs/collection-file.md describes it.
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { schemaIds } from '../schema-ids.ts'
import { Id, IdParams, Line, LocalizedName, LocalizedTextInput, noNul, Timestamp } from '../wire.ts'
import { ChunkText } from '../ingestion/chunk.ts'
import { Collection, CollectionAccess, IndexSettings, ModelName } from './collection.ts'
import { Note, ExpectedPassage, QuestionText } from '../retrieval/question.ts'
import { CorrectedReading, Day, Folder, Recurrence, SourceLanguage, Tag } from './source.ts'

/** The entry of the zip that says what the others are. */
export const manifestName = 'collection.json'

export const collectionFormat = 'heddle.collection/1'

/** Numbers the sources of a file, so that it has no id of its site. */
const SourceKey = z.int().min(1)

const Original = z.strictObject({
  /** The entry of the zip. */
  path: z.string().min(1).max(limits.fileNameCharacters),
  size: z.int().min(1).max(limits.sourceFileBytes),
  sha256: z
    .string()
    .max(64)
    .regex(/^[0-9a-f]{64}$/),
})

const NamedOriginal = Original.extend({ name: z.string().min(1).max(limits.fileNameCharacters) })

/** What was changed of a chunk. `original_text` is null for one that was added, `text` for one that has the text as it was cut. */
const ManifestEdit = z
  .strictObject({
    original_text: z.string().min(1).max(limits.pastedTextCharacters).regex(noNul, 'NUL is not allowed').nullable(),
    text: ChunkText.nullable(),
    enabled: z.boolean(),
  })
  .refine(({ original_text, text }) => original_text !== null || text !== null, 'Without a text')

const Properties = {
  key: SourceKey,
  title: Line.min(1).max(limits.nameCharacters),
  /** Of a file that was uploaded from one. */
  folder: Folder.optional(),
  tags: z.array(Tag).max(limits.tagsPerSource),
  /** Null where it was detected, and is again. */
  language: SourceLanguage.nullable(),
  enabled: z.boolean(),
  valid_from: Day.nullable(),
  valid_until: Day.nullable(),
  replaced_by: SourceKey.nullable(),
  edits: z.array(ManifestEdit).max(limits.editsPerSource),
  /** What was corrected of how the original is read. */
  reading: CorrectedReading.optional(),
}

/** An address is kept with each byte of another character than those of ASCII written as three. */
const maxAddressCharacters = 9 * limits.urlCharacters

const ManifestSource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('file'), ...Properties, original: NamedOriginal }),
  z.strictObject({ kind: z.literal('text'), ...Properties, original: Original }),
  z.strictObject({
    kind: z.literal('url'),
    ...Properties,
    url: z.url({ protocol: /^https?$/ }).max(maxAddressCharacters),
    /** Seconds until it is fetched again. */
    recurrence: Recurrence.nullable(),
    /** When the page was visited last. */
    checked_at: Timestamp.nullable(),
    /** Null of a page that was never fetched, and of a sitemap. */
    original: NamedOriginal.nullable(),
  }),
])
export type ManifestSource = z.output<typeof ManifestSource>

const ManifestQuestion = z.strictObject({
  text: QuestionText,
  language: SourceLanguage.nullable(),
  /** What should be found; null once the source was deleted. */
  source: SourceKey.nullable(),
  passage: ExpectedPassage.nullable(),
  note: Note,
})

export const CollectionManifest = z
  .strictObject({
    format: z.literal(collectionFormat),
    collection: z.strictObject({
      name: LocalizedName,
      description: LocalizedTextInput,
      copyright: LocalizedTextInput,
      access: CollectionAccess,
      allows_preview: z.boolean(),
      ocr: z.boolean(),
      ...IndexSettings.shape,
      /** The names of models are wishes: another site may have others. */
      embedding_model: ModelName.nullable(),
      rerank_model: ModelName.nullable(),
    }),
    sources: z.array(ManifestSource).max(limits.sourcesPerCollection),
    /** The test set. */
    questions: z.array(ManifestQuestion).max(limits.questionsPerCollection),
  })
  .check(({ value: { sources, questions }, issues }) => {
    const refuse = (path: (string | number)[], message: string) => issues.push({ code: 'custom', input: undefined, path, message })
    const keys = new Set(sources.map(({ key }) => key))
    const seenKeys = new Set<number>()
    const seenPaths = new Set<string>()
    for (const [index, { key, replaced_by: replacedBy, valid_from: from, valid_until: until, original }] of sources.entries()) {
      const path = ['sources', index]
      if (seenKeys.has(key)) refuse([...path, 'key'], 'Twice')
      if (original && seenPaths.has(original.path)) refuse([...path, 'original', 'path'], 'Twice')
      if (replacedBy !== null && (replacedBy === key || !keys.has(replacedBy))) refuse([...path, 'replaced_by'], 'Unknown')
      if (from !== null && until !== null && until < from) refuse([...path, 'valid_until'], 'Before valid_from')
      seenKeys.add(key)
      if (original) seenPaths.add(original.path)
    }
    for (const [index, { source }] of questions.entries())
      if (source !== null && !keys.has(source)) refuse(['questions', index, 'source'], 'Unknown')
  })
export type CollectionManifest = z.output<typeof CollectionManifest>

/** A model of the file that the importing site does not have: another one, or none, has to be chosen. */
export const CollectionImportQuestion = z.object({ kind: z.enum(['embedding', 'rerank']), name: z.string() })
export type CollectionImportQuestion = z.infer<typeof CollectionImportQuestion>
schemaIds.add(CollectionImportQuestion, { id: 'CollectionImportQuestion' })

export const exportCollection = {
  method: 'GET',
  url: '/api/v1/knowledge/collection/:id/export',
  schema: {
    summary: 'A collection as a file: its settings, sources, originals, edits and test questions, without vectors',
    params: IdParams,
    response: { 200: { description: 'A zip', content: { 'application/zip': { schema: z.file() } } } },
  },
  config: { policy: 'manage_knowledge', audited: true, errors: ['COLLECTION_NOT_FOUND', 'FILE_UNPACKS_TOO_LARGE'] },
} as const satisfies Endpoint

/** The name of a model, or nothing for none. */
const ModelChoice = Line.max(limits.nameCharacters).optional()

export const importCollection = {
  method: 'POST',
  url: '/api/v1/knowledge/collection/import',
  schema: {
    summary: 'Create a collection from a file, whole or not at all; nothing is created while a question is open',
    /** A model that is not named here is that of the file; an empty name is none. */
    querystring: z.strictObject({ group_id: Id, embedding_model: ModelChoice, rerank_model: ModelChoice }),
    response: { 200: z.object({ collection: Collection.nullable(), questions: z.array(CollectionImportQuestion) }) },
  },
  config: {
    policy: 'manage_knowledge',
    audited: true,
    form: z.object({ files: z.array(z.file()).length(1) }),
    errors: [
      'AUTH_GROUP_NOT_FOUND',
      'MODEL_NOT_FOUND',
      'COLLECTION_TOO_MANY',
      'COLLECTION_FILE_INVALID',
      'COLLECTION_FILE_TOO_NEW',
      'COLLECTION_FILE_INCOMPLETE',
      'FILE_TOO_MANY',
      'FILE_TOO_LARGE',
      'FILE_NAME_INVALID',
      'FILE_TYPE_NOT_ACCEPTED',
      'FILE_UNREADABLE',
      'FILE_ENCRYPTED',
      'FILE_UNPACKS_TOO_LARGE',
      'FILE_STORE_UNAVAILABLE',
    ],
  },
} as const satisfies Endpoint
