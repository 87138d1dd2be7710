// What the file of a collection says of it: nothing of its site, its users or another collection.
import { acceptedFileTypes, type FileMediaType } from '@heddle/contracts/chat/chat-file'
import { collectionFormat, CollectionManifest, type ManifestSource } from '@heddle/contracts/collection/collection-file'
import { CorrectedReading, SourceLanguage } from '@heddle/contracts/collection/source'
import type { z } from 'zod'
import type { CollectionQuestion, Prisma, SourceVersion } from '@heddle/db/generated/client'
import { presentText, presentTime } from '../../../platform/http/presenting.ts'
import { presentIndexSettings } from '../collection.presenter.ts'
import type { CollectionRow } from '../collection.repository.ts'
import { presentDay } from '../source/source.presenter.ts'

export const withContent = {
  activeVersion: true,
  versions: { orderBy: { id: 'desc' }, take: 1 },
  edits: { orderBy: { id: 'asc' } },
} satisfies Prisma.SourceInclude

export type ExportedSource = Prisma.SourceGetPayload<{ include: typeof withContent }>

/** An original as an entry of the zip. */
export type Original = { readonly path: string; readonly storageKey: string; readonly size: number }

type CollectionContent = {
  readonly collection: CollectionRow
  readonly sources: readonly ExportedSource[]
  readonly questions: readonly CollectionQuestion[]
}

/** The content that is searched, else the latest. */
const chooseVersion = ({ activeVersion, versions }: ExportedSource) => activeVersion ?? versions[0] ?? null

/** Names of originals are numbers: a reader that unpacks them by hand is given no name that it cannot write. */
const toPath = (key: number, { mediaType }: SourceVersion) => `originals/${key}.${acceptedFileTypes[mediaType as FileMediaType][0]}`

const presentOriginal = (key: number, version: SourceVersion) => ({
  path: toPath(key, version),
  size: version.sizeBytes,
  sha256: version.bytesHash,
})

type Keys = ReadonlyMap<string, number>

const findKey = (keys: Keys, id: string | null) => (id === null ? null : (keys.get(id) ?? null))

function presentSource(source: ExportedSource, key: number, keys: Keys): z.input<typeof CollectionManifest>['sources'][number] {
  const { kind, title, folder, tags, language, isLanguageSet, enabled, validFrom, validUntil, replacedById, edits } = source
  const reading = CorrectedReading.parse(source.reading)
  const version = chooseVersion(source)
  const properties = {
    key,
    title,
    tags,
    language: isLanguageSet ? SourceLanguage.nullable().parse(language) : null,
    enabled,
    valid_from: presentDay(validFrom),
    valid_until: presentDay(validUntil),
    replaced_by: findKey(keys, replacedById),
    edits: edits.map(({ originalText, text, enabled: isEnabled }) => ({ original_text: originalText, text, enabled: isEnabled })),
    // An earlier site refuses a field that it does not know.
    ...(Object.keys(reading).length > 0 && { reading }),
    ...(folder !== null && { folder }),
  }
  const original = version && { ...presentOriginal(key, version), name: version.name }
  if (kind === 'url') {
    const { url, recurrenceSeconds: recurrence, checkedAt } = source
    return { kind, ...properties, url: url ?? '', recurrence, checked_at: checkedAt && presentTime(checkedAt), original }
  }
  if (!version || !original) throw new Error('The source has no content')
  return kind === 'file' ? { kind, ...properties, original } : { kind, ...properties, original: presentOriginal(key, version) }
}

/** Returns the manifest of a collection, and the originals that go with it. Throws for one that no site would import. */
export function describeCollection({ collection, sources, questions }: CollectionContent): {
  readonly manifest: CollectionManifest
  readonly originals: Original[]
} {
  const keys = new Map(sources.map(({ id }, index) => [id, index + 1]))
  const manifest = CollectionManifest.parse({
    format: collectionFormat,
    collection: {
      name: presentText(collection.name),
      description: presentText(collection.description),
      copyright: presentText(collection.copyright),
      access: collection.access,
      allows_preview: collection.allowsPreview,
      ocr: collection.ocr,
      rerank_model: collection.rerankModel,
      ...presentIndexSettings(collection.activeIndex),
    },
    sources: sources.map((source, index) => presentSource(source, index + 1, keys)),
    questions: questions.map(({ question: text, language, sourceId, passage, note }) => ({
      text,
      language: SourceLanguage.nullable().parse(language),
      source: findKey(keys, sourceId),
      passage,
      note,
    })),
  } satisfies z.input<typeof CollectionManifest>)
  const originals = sources.flatMap((source, index) => {
    const version = chooseVersion(source)
    return version ? [{ path: toPath(index + 1, version), storageKey: version.storageKey, size: version.sizeBytes }] : []
  })
  return { manifest, originals }
}

/** A source of a manifest that has an original. */
export type SourceWithOriginal = ManifestSource & { readonly original: NonNullable<ManifestSource['original']> }

export const hasOriginal = (source: ManifestSource): source is SourceWithOriginal => source.original !== null
