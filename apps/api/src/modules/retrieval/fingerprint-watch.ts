// Notices that another model answers under the name of the one that an index was made with.
import { AppError } from '../../platform/errors/app-error.ts'
import type { Embedder } from '../../platform/inference/embedding/embedder.ts'
import { computeFingerprint, isSameFingerprint } from '../../platform/inference/embedding/fingerprint.ts'
import type { SearchedIndex } from './search.sql.ts'

/** A search in between believes the last check. */
const checkedForMs = 10 * 60_000
/** A search waits for a check; one that takes longer is repeated by the next search. */
const maxCheckMs = 5_000

export type FingerprintWatch = ReturnType<typeof createFingerprintWatch>

export function createFingerprintWatch({ embedder, now }: { readonly embedder: Embedder; readonly now: () => Date }) {
  const checks = new Map<number, { readonly at: number; readonly isSame: boolean }>()

  async function isUnchanged(tenantId: string, index: SearchedIndex, signal: AbortSignal): Promise<boolean> {
    const { id, embeddingModel: modelName, fingerprint, dimension, queryPrefix, passagePrefix } = index
    if (!modelName || !fingerprint) return true
    const known = checks.get(id)
    if (known && now().getTime() - known.at < checkedForMs) return known.isSame
    const settings = { dimension, queryPrefix, passagePrefix }
    const deadline = AbortSignal.timeout(maxCheckMs)
    try {
      const ends = AbortSignal.any([signal, deadline])
      const isSame = isSameFingerprint(fingerprint, await computeFingerprint(embedder, { tenantId, modelName, settings }, ends))
      checks.set(id, { at: now().getTime(), isSame })
      return isSame
    } catch (error) {
      // What cannot be asked now is no other model.
      if (deadline.aborted || (error instanceof AppError && error.code === 'EMBEDDING_UNAVAILABLE')) return true
      throw error
    }
  }

  return {
    /** Returns the indexes whose model is still the same. Throws `EMBEDDING_INVALID` and the reason of the signal. */
    async filterUnchanged(tenantId: string, indexes: readonly SearchedIndex[], signal: AbortSignal): Promise<SearchedIndex[]> {
      const unchanged = await Promise.all(indexes.map((index) => isUnchanged(tenantId, index, signal)))
      return indexes.filter((_, position) => unchanged[position])
    },
  }
}
