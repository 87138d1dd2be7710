// One suite for every store: what holds for the folder holds for the bucket.
import { randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startS3Server, s3Key } from '../../../test/servers/s3-server.ts'
import { type FileStore, FileStoreError } from './file-store.ts'
import { createFolderStore } from './folder-store.ts'
import { createS3Store } from './s3-store.ts'

let folder: string
const closers: (() => Promise<void>)[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-test-'))
})
afterAll(async () => {
  for (const close of closers) await close()
  await rm(folder, { recursive: true })
})

async function writeSource(content: Buffer): Promise<string> {
  const path = join(folder, `${randomUUID()}.bin`)
  await writeFile(path, content)
  return path
}

const stores: Record<string, () => Promise<FileStore>> = {
  'a folder': async () => createFolderStore(join(folder, 'store')),
  'a bucket': async () => {
    const server = await startS3Server(join(folder, 'buckets'))
    closers.push(server.close)
    return createS3Store(server.settings)
  },
}

describe.each(Object.entries(stores))('%s', (_name, open) => {
  let store: FileStore
  beforeAll(async () => {
    store = await open()
  })
  const newKey = () => `${randomUUID()}/${randomUUID()}`
  const read = async (key: string) => buffer(await store.open(key))

  test.each([0, 1, 3 * 1024 * 1024])('gives back %i bytes as they were put', async (size) => {
    const [key, content] = [newKey(), randomBytes(size)]
    await store.put(key, await writeSource(content))
    expect((await read(key)).equals(content)).toBe(true)
  })

  test('opens a part of a file, both ends included', async () => {
    const [key, content] = [newKey(), randomBytes(200_000)]
    await store.put(key, await writeSource(content))
    const part = await buffer(await store.open(key, { start: 70_000, end: 199_999 }))
    expect(part.equals(content.subarray(70_000))).toBe(true)
    expect((await buffer(await store.open(key, { start: 5, end: 5 }))).equals(content.subarray(5, 6))).toBe(true)
  })

  test('keeps files apart', async () => {
    const [one, other] = [newKey(), newKey()]
    await store.put(one, await writeSource(Buffer.from('one')))
    await store.put(other, await writeSource(Buffer.from('other')))
    await store.remove(one)
    expect((await read(other)).toString()).toBe('other')
  })

  test('has nothing left of what was removed, and removes it twice without complaint', async () => {
    const key = newKey()
    await store.put(key, await writeSource(Buffer.from('content')))
    await store.remove(key)
    await store.remove(key)
    await expect(read(key)).rejects.toBeInstanceOf(FileStoreError)
  })

  test('fails to put what is not there, and keeps nothing of it', async () => {
    const key = newKey()
    await expect(store.put(key, join(folder, 'missing'))).rejects.toBeInstanceOf(FileStoreError)
    await expect(read(key)).rejects.toBeInstanceOf(FileStoreError)
  })

  test.each(['', '/', '../secret', 'a/../../secret', 'a/./b', '/etc/passwd', 'a//b', String.raw`a\b`, 'a\0b', '織物', 'a.part', 'A'])(
    'takes no key like %j',
    async (key) => {
      const path = await writeSource(Buffer.from('content'))
      await expect(Promise.resolve().then(() => store.put(key, path))).rejects.toThrow(TypeError)
      await expect(Promise.resolve().then(() => store.open(key))).rejects.toThrow(TypeError)
      await expect(Promise.resolve().then(() => store.remove(key))).rejects.toThrow(TypeError)
    },
  )
})

test('a folder has no half of a file under a key, and remove takes what a crash left of one', async () => {
  const root = join(folder, randomUUID())
  const store = createFolderStore(root)
  await store.put('a/b', await writeSource(Buffer.from('content')))
  await writeFile(join(root, 'a', 'c.part'), 'cont')
  await expect(store.open('a/c')).rejects.toBeInstanceOf(FileStoreError)
  await store.remove('a/c')
  expect(await readdir(join(root, 'a'))).toEqual(['b'])
})

test('a bucket that does not answer is given up', async () => {
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    silent.closeAllConnections()
    silent.close()
  })
  const { port } = silent.address() as AddressInfo
  const store = createS3Store({ ...s3Key, endpoint: `http://127.0.0.1:${port}`, bucket: 'files', region: 'us-east-1' }, 300)
  await expect(store.open('a/b')).rejects.toBeInstanceOf(FileStoreError)
})

test('a server that is not there, or has no such bucket, is a failure of the store, and no other word of the library', async () => {
  const said = vi.spyOn(console, 'warn')
  onTestFinished(() => said.mockRestore())
  const server = await startS3Server(join(folder, randomUUID()))
  onTestFinished(server.close)
  const path = await writeSource(Buffer.from('content'))
  const missing = createS3Store({ ...server.settings, bucket: 'missing' })
  await expect(missing.put('a/b', path)).rejects.toBeInstanceOf(FileStoreError)
  const unreachable = createS3Store({ ...server.settings, endpoint: 'http://127.0.0.1:1' })
  await expect(unreachable.put('a/b', path)).rejects.toBeInstanceOf(FileStoreError)
  expect(said).not.toHaveBeenCalled()
})
