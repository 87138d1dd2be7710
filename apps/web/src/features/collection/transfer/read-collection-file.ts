// What a chosen file has, before it is uploaded: its list of sources is read from the end of the zip, which may have gigabytes.
import { collectionFormat, CollectionManifest, manifestName } from '@heddle/contracts/collection/collection-file'
import { isOfLaterFormat } from '@heddle/contracts/file-format'
import { limits } from '@heddle/contracts/limits'
import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js'

export type ChosenFile = { readonly file: File; readonly manifest: CollectionManifest }
export type CollectionFileRefusal = 'unreadable' | 'tooNew' | 'tooLarge'

async function readText(file: File): Promise<string | null> {
  const zip = new ZipReader(new BlobReader(file), { useWebWorkers: false })
  for await (const entry of zip.getEntriesGenerator()) {
    if (entry.directory || entry.filename !== manifestName) continue
    return entry.uncompressedSize > limits.collectionFile.manifestBytes ? null : entry.getData(new TextWriter())
  }
  return null
}

/** Returns the manifest of a file, or why it is none that could be imported. The service checks it again, with its originals. */
export async function readCollectionFile(file: File): Promise<ChosenFile | CollectionFileRefusal> {
  const { bytes, manifestBytes } = limits.collectionFile
  if (file.size > bytes + 2 * manifestBytes) return 'tooLarge'
  try {
    const content: unknown = JSON.parse((await readText(file)) ?? '')
    if (isOfLaterFormat(content, collectionFormat)) return 'tooNew'
    const { data } = CollectionManifest.safeParse(content)
    return data ? { file, manifest: data } : 'unreadable'
  } catch {
    return 'unreadable'
  }
}
