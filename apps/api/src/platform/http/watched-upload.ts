// Uploads that end when their caller disconnects or loses the right to them, and when the process stops.
import { AppError } from '../errors/app-error.ts'
import type { Actor } from '../permissions/actor.ts'
import type { StreamAuthority } from '../permissions/stream-authority.ts'
import type { Right } from '../permissions/stream-authority.sql.ts'
import { createConcurrencyLimit, type ConcurrencyLimits } from './concurrency-limit.ts'
import { withUploadFolder } from './upload-intake.ts'

type WatchedUploadDependencies = { readonly authority: StreamAuthority; readonly stopping: AbortSignal }

/** Each upload holds a connection and a folder. Returns what runs one under the limits, as long as its caller keeps the right. */
export function createUploadRunner(
  { authority, stopping }: WatchedUploadDependencies,
  limits: ConcurrencyLimits,
  right: Right = { permission: 'manage_knowledge' },
) {
  const concurrency = createConcurrencyLimit(limits)

  /**
   * Has `act` receive files into a folder, which goes with it. Throws `FORBIDDEN` once the right is lost, and `SERVICE_UNAVAILABLE` when
   * the client or the process has gone.
   */
  return async function runUpload<T>(
    actor: Actor,
    disconnected: AbortSignal,
    act: (folder: string, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const end = concurrency.beginWithin(actor.id)
    const lost = new AbortController()
    const unwatch = authority.watch(actor, right, () => lost.abort(new AppError('FORBIDDEN')))
    const signal = AbortSignal.any([disconnected, stopping, lost.signal])
    try {
      return await withUploadFolder((folder) => act(folder, signal))
    } catch (error) {
      lost.signal.throwIfAborted()
      if (signal.aborted) throw new AppError('SERVICE_UNAVAILABLE', { cause: error, params: { retry_after: 5 } })
      throw error
    } finally {
      unwatch()
      end()
    }
  }
}
