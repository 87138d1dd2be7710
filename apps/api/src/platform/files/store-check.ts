// Whether the store keeps files, and the room for them: what the doctor and the administrators' overview tell.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { FileStore } from './file-store.ts'

const megabyte = 1024 * 1024

/** With less room the folder of files is about to be full. */
export const minFreeMb = 1_024

/** Stores a file, reads it and removes it; returns whether its bytes came back. Throws what the store throws. */
export async function keepsFiles(store: FileStore): Promise<boolean> {
  const key = `check/${randomUUID()}`
  const folder = await mkdtemp(join(tmpdir(), 'heddle-check-'))
  try {
    const path = join(folder, 'file')
    await writeFile(path, key)
    await store.put(key, path)
    const isIntact = (await text(await store.open(key))) === key
    await store.remove(key)
    return isIntact
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the free megabytes where `path` is, or would be created. */
export async function readFreeMb(path: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(path)
    return Math.floor((bavail * bsize) / megabyte)
  } catch (error) {
    if (dirname(path) === path) throw error
    return readFreeMb(dirname(path))
  }
}
