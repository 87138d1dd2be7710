// Whether files are kept, as it was a short time ago: the check writes a file, and a store that hangs is asked once at a time.
import type { ServerConfig } from '@heddle/config/config'
import type { Overview } from '@heddle/contracts/overview/overview'
import type { FileStore } from '../../platform/files/file-store.ts'
import { keepsFiles, minFreeMb, readFreeMb } from '../../platform/files/store-check.ts'

type Storage = NonNullable<Overview['storage']>

type StorageDependencies = { readonly files: FileStore; readonly config: Pick<ServerConfig, 'files'>; readonly maxAgeMs: number }

/** Returns a function that reads the state of the store; its callers share what was read until it is `maxAgeMs` old. */
export function createStorageCheck({ files, config, maxAgeMs }: StorageDependencies): () => Promise<Storage> {
  let known: { readonly state: Promise<Storage>; readAt: number } | undefined

  async function read(): Promise<Storage> {
    const [isIntact, freeMb] = await Promise.all([
      keepsFiles(files).catch(() => false),
      config.files.s3 ? null : readFreeMb(config.files.dir),
    ])
    if (!isIntact) return { state: 'failed', free_mb: freeMb }
    return { state: freeMb !== null && freeMb < minFreeMb ? 'low' : 'ok', free_mb: freeMb }
  }

  return () => {
    if (known && performance.now() - known.readAt <= maxAgeMs) return known.state
    // Until it ends it is the current one, however long it takes.
    const current = { state: read(), readAt: Number.POSITIVE_INFINITY }
    known = current
    const end = () => {
      current.readAt = performance.now()
    }
    current.state.then(end, end)
    return current.state
  }
}
