// The file of a collection, as another site would have exported it, or as it never would.
import { collectionFormat, type CollectionManifest, manifestName } from '@heddle/contracts/collection/collection-file'
import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import type { z } from 'zod'

type Manifest = z.input<typeof CollectionManifest>
type Source = Manifest['sources'][number]

/** A file source of the key, with its content as the original. */
export const describeFile = (key: number, content: string, overrides: object = {}) =>
  ({
    kind: 'file',
    key,
    title: `Source ${key}`,
    tags: [],
    language: null,
    enabled: true,
    valid_from: null,
    valid_until: null,
    replaced_by: null,
    edits: [],
    original: { path: `originals/${key}.md`, name: `${key}.md`, size: Buffer.byteLength(content), sha256: hash('sha256', content) },
    ...overrides,
  }) as Source

export const describeManifest = (sources: Source[], overrides: object = {}): Manifest => ({
  format: collectionFormat,
  collection: {
    name: { default: 'Standards' },
    description: { default: '' },
    copyright: { default: '' },
    access: 'workflow',
    allows_preview: true,
    ocr: false,
    chunk_strategy: 'structure',
    chunk_tokens: 400,
    overlap_tokens: 0,
    embedding_model: null,
    rerank_model: null,
  },
  sources,
  questions: [],
  ...overrides,
})

type Entry = { readonly name: string; readonly content: string | Buffer; readonly mode?: number }

/** Packs entries in their order, also two of one name. */
export async function packEntries(entries: readonly Entry[]): Promise<Buffer> {
  const file = new ZipFile()
  for (const { name, content, mode = 0o100644 } of entries) file.addBuffer(Buffer.from(content), name, { mode })
  file.end()
  return buffer(file.outputStream)
}

export const packManifest = (manifest: object, entries: readonly Entry[]): Promise<Buffer> =>
  packEntries([{ name: manifestName, content: JSON.stringify(manifest) }, ...entries])

/** Returns the entries of a zip by name. */
export async function unpackZip(bytes: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const archive = await fromBufferPromise(bytes)
  const entries = new Map<string, Buffer>()
  for await (const entry of archive.eachEntry()) entries.set(entry.fileName, await buffer(await archive.openReadStreamPromise(entry)))
  return entries
}
