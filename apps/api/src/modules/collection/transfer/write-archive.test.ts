import type { Readable } from 'node:stream'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { createFolderStore } from '../../../platform/files/folder-store.ts'
import { unpackZip } from '../../../../test/files/collection-file.ts'
import { until } from '../../../../test/until.ts'
import { writeArchive } from './write-archive.ts'

let folder: string
let files: FileStore
let opened: Readable[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-test-'))
  const store = createFolderStore(join(folder, 'files'))
  opened = []
  files = {
    ...store,
    async open(key) {
      const content = await store.open(key)
      opened.push(content)
      return content
    },
  }
})
afterEach(() => rm(folder, { recursive: true }))

async function keep(storageKey: string, content: Buffer) {
  await writeFile(join(folder, 'content'), content)
  await files.put(storageKey, join(folder, 'content'))
  return { path: `originals/${storageKey}.md`, storageKey, size: content.length }
}

const manifest = Buffer.from('{}')
const large = Buffer.alloc(4 * 1024 * 1024, 'wool ')

test('a zip has the manifest and the originals, and the size that was said before', async () => {
  const originals = [await keep('1', Buffer.from('Wool felts.')), await keep('2', large)]
  const { size, content } = writeArchive(files, manifest, originals)
  const bytes = await buffer(content)
  expect(bytes).toHaveLength(size)
  const entries = await unpackZip(bytes)
  expect([...entries.keys()]).toEqual(['collection.json', 'originals/1.md', 'originals/2.md'])
  expect(entries.get('originals/2.md')?.equals(large)).toBe(true)
})

test('an original that is gone breaks the zip off', async () => {
  const originals = [await keep('1', large), { path: 'originals/2.md', storageKey: '2', size: 10 }]
  await expect(buffer(writeArchive(files, manifest, originals).content)).rejects.toThrow('The file store failed')
})

test('an original of another size breaks the zip off', async () => {
  const original = await keep('1', large)
  await expect(buffer(writeArchive(files, manifest, [{ ...original, size: 10 }]).content)).rejects.toThrow('unexpected number of bytes')
})

test('a reader that leaves closes the original, and none is opened after it', async () => {
  const { content } = writeArchive(files, manifest, [await keep('1', large), await keep('2', large)])
  content.read()
  await until('the first original to be opened', async () => opened[0])
  content.destroy()
  await until('the original to be closed', async () => opened[0]?.closed)
  expect(opened).toHaveLength(1)
})
