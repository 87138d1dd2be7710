// Measures an archive before it is unpacked: inflates each entry, counts its bytes and discards them, because the sizes that an
// archive declares cannot be trusted.
import { limits } from '@heddle/contracts/limits'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { Refusal } from './refusal.ts'

/** The first bytes of a zip. */
export const archiveMagic = Buffer.from('PK\u0003\u0004')

/** Office embeds the workbook of a chart in its document. Embedded archives are not opened. */
const isEmbedded = (name: string) => /^(word|ppt|xl)\/embeddings\/[^/]+$/.test(name)

const openArchive = (bytes: Buffer) =>
  new Promise<ZipFile>((resolve, reject) => {
    yauzl.fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: false }, (error, archive) =>
      error ? reject(error) : resolve(archive),
    )
  })

/** Inflates an entry and returns its size in bytes. Throws `FILE_UNPACKS_TOO_LARGE` above `maxSize`. */
const measureEntry = (archive: ZipFile, entry: Entry, maxSize: number) =>
  new Promise<number>((resolve, reject) => {
    archive.openReadStream(entry, (error, content) => {
      if (error) return reject(error)
      let size = 0
      let start = Buffer.alloc(0)
      content.on('error', reject)
      content.on('end', () => resolve(size))
      content.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (start.length < archiveMagic.length) start = Buffer.concat([start, chunk.subarray(0, archiveMagic.length)])
        const isArchive = start.subarray(0, archiveMagic.length).equals(archiveMagic) && !isEmbedded(entry.fileName)
        if (size <= maxSize && !isArchive) return
        content.destroy()
        reject(new Refusal('FILE_UNPACKS_TOO_LARGE'))
      })
    })
  })

/**
 * Returns the names of an archive's entries. Throws `FILE_UNPACKS_TOO_LARGE` when there are too many entries, too many bytes or a
 * nested archive, and `FILE_UNREADABLE` when the archive is damaged.
 */
export async function vetArchive(bytes: Buffer): Promise<ReadonlySet<string>> {
  const archive = await openArchive(bytes).catch((error: unknown) => {
    throw new Refusal('FILE_UNREADABLE', error)
  })
  if (archive.entryCount > limits.archive.entries) throw new Refusal('FILE_UNPACKS_TOO_LARGE')
  const names = new Set<string>()
  let unpacked = 0
  return new Promise((resolve, reject) => {
    archive.on('error', (error) => reject(new Refusal('FILE_UNREADABLE', error)))
    archive.on('end', () => resolve(names))
    archive.on('entry', (entry: Entry) => {
      names.add(entry.fileName)
      if (names.size > limits.archive.entries) return reject(new Refusal('FILE_UNPACKS_TOO_LARGE'))
      measureEntry(archive, entry, limits.archive.bytes - unpacked).then(
        (size) => {
          unpacked += size
          archive.readEntry()
        },
        (error: unknown) => reject(error instanceof Refusal ? error : new Refusal('FILE_UNREADABLE', error)),
      )
    })
    archive.readEntry()
  })
}
