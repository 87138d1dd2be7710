import { constants, createReadStream } from 'node:fs'
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { assertKey, type FileStore, toStoreError } from './file-store.ts'

/** The path of an unfinished copy, derived from its key so that `remove` finds it. */
const toPartialPath = (path: string) => `${path}.part`

async function sync(path: string) {
  await using file = await open(path, 'r')
  await file.sync()
}

/** Stores files in a folder, which processes on several machines may share: a file appears by an atomic rename. */
export function createFolderStore(root: string, timeoutMs = 60_000): FileStore {
  const toPath = (key: string) => {
    assertKey(key)
    return join(root, key)
  }

  /** Limits the time of a call: on an unreachable network folder, calls never return. */
  async function withTimeout<T>(act: () => Promise<T>): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new Error(`No response within ${timeoutMs} ms`)), timeoutMs)
    try {
      return await Promise.race([act(), promise])
    } catch (error) {
      throw toStoreError(error)
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async put(key, path) {
      const target = toPath(key)
      await withTimeout(async () => {
        await mkdir(dirname(target), { recursive: true })
        await copyFile(path, toPartialPath(target), constants.COPYFILE_FICLONE)
        await sync(toPartialPath(target))
        await rename(toPartialPath(target), target)
      })
    },

    async open(key, range) {
      const path = toPath(key)
      return withTimeout(async () => createReadStream('', { fd: await open(path, 'r'), ...range }))
    },

    async remove(key) {
      const path = toPath(key)
      await withTimeout(async () => {
        await rm(path, { force: true })
        await rm(toPartialPath(path), { force: true })
      })
    },
  }
}
