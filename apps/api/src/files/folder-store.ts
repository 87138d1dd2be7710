import { constants, createReadStream } from 'node:fs'
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { checkKey, type FileStore, storeFailure } from './file-store.ts'

/** A copy under way: of no other name than its key's, so that `remove` finds it. */
const partial = (path: string) => `${path}.part`

async function sync(path: string) {
  await using file = await open(path, 'r')
  await file.sync()
}

/** Keeps files in a folder. The processes that share it may be on different machines: a file appears there by its renaming. */
export function createFolderStore(root: string, timeoutMs = 60_000): FileStore {
  const pathOf = (key: string) => {
    checkKey(key)
    return join(root, key)
  }

  /** A network folder that is gone makes calls wait for ever. */
  async function inTime<T>(act: () => Promise<T>): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new Error(`No answer within ${timeoutMs} ms`)), timeoutMs)
    try {
      return await Promise.race([act(), promise])
    } catch (error) {
      throw storeFailure(error)
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async put(key, path) {
      const target = pathOf(key)
      await inTime(async () => {
        await mkdir(dirname(target), { recursive: true })
        await copyFile(path, partial(target), constants.COPYFILE_FICLONE)
        await sync(partial(target))
        await rename(partial(target), target)
      })
    },

    async open(key) {
      const path = pathOf(key)
      return inTime(async () => createReadStream('', { fd: await open(path, 'r') }))
    },

    async remove(key) {
      const path = pathOf(key)
      await inTime(async () => {
        await rm(path, { force: true })
        await rm(partial(path), { force: true })
      })
    },
  }
}
