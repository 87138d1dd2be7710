// Notices that another model answers under the name of the one that vectors were made with.
import { LRUCache } from 'lru-cache'
import { AppError } from '../../errors/app-error.ts'
import type { Embedder, EmbeddingRequest } from './embedder.ts'
import { computeFingerprint, isSameFingerprint } from './fingerprint.ts'

/** A search in between believes the last check. */
const checkedForMs = 10 * 60_000
/** A search waits for a check; one that takes longer is repeated by the next search. */
const maxCheckMs = 5_000

/** What vectors were made with; `id` tells those of one making from others. */
export type Fingerprinted = Pick<EmbeddingRequest, 'tenantId' | 'modelName' | 'settings'> & {
  readonly id: number | string
  readonly fingerprint: Uint8Array
}

export type FingerprintWatch = ReturnType<typeof createFingerprintWatch>

export function createFingerprintWatch({ embedder, now }: { readonly embedder: Pick<Embedder, 'embed'>; readonly now: () => Date }) {
  const checks = new LRUCache<number | string, { readonly at: number; readonly isSame: boolean }>({ max: 1_000 })

  return {
    /** Whether the model is still the same. Throws `EMBEDDING_INVALID` and the reason of the signal. */
    async isUnchanged({ id, fingerprint, tenantId, modelName, settings }: Fingerprinted, signal: AbortSignal): Promise<boolean> {
      const known = checks.get(id)
      if (known && now().getTime() - known.at < checkedForMs) return known.isSame
      const deadline = AbortSignal.timeout(maxCheckMs)
      try {
        const ends = AbortSignal.any([signal, deadline])
        const isSame = isSameFingerprint(fingerprint, await computeFingerprint(embedder, { tenantId, modelName, settings }, ends))
        checks.set(id, { at: now().getTime(), isSame })
        return isSame
      } catch (error) {
        signal.throwIfAborted()
        // What cannot be asked now is no other model.
        if (deadline.aborted || (error instanceof AppError && error.code === 'EMBEDDING_UNAVAILABLE')) return true
        throw error
      }
    },
  }
}
