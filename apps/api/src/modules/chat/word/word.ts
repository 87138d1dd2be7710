// Has a thread of its own write a chat as a Word file, within limits of time and memory.
import { Worker } from 'node:worker_threads'
import { AppError } from '../../../platform/errors/app-error.ts'
import { createFairQueue } from '../../../platform/fair-queue.ts'
import { presentText } from '../../../platform/http/presenting.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import type { TenantService } from '../../tenant/tenant.service.ts'
import { limits } from '@heddle/contracts/limits'
import type { WordChat } from './word-document.ts'

const { messages: maxMessages, seconds, megabytes } = limits.wordFile

const thread = new URL('word-thread.ts', import.meta.url)

function run(chat: WordChat, signal: AbortSignal): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  const worker = new Worker(thread, { workerData: chat, resourceLimits: { maxOldGenerationSizeMb: megabytes } })
  const limit = AbortSignal.any([signal, AbortSignal.timeout(seconds * 1_000)])
  const end = () => {
    reject(signal.aborted ? signal.reason : new AppError('CHAT_EXPORT_TOO_LARGE'))
    void worker.terminate()
  }
  limit.addEventListener('abort', end)
  worker.on('message', resolve)
  worker.on('error', (error: NodeJS.ErrnoException) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new AppError('CHAT_EXPORT_TOO_LARGE') : error),
  )
  worker.on('exit', () => {
    limit.removeEventListener('abort', end)
    reject(new AppError('CHAT_EXPORT_TOO_LARGE'))
  })
  return promise
}

export type WordWriter = ReturnType<typeof createWordWriter>

type WordDependencies = { readonly tenants: Pick<TenantService, 'getOwnTenant'> }
type WordContent = Pick<WordChat, 'chat' | 'timeZone' | 'exportedAt' | 'isExcerpt'>

export function createWordWriter({ tenants }: WordDependencies) {
  const turns = createFairQueue({
    slots: 1,
    maxWaiting: () => 20,
    maxWaitMs: 60_000,
    createBusyError: () => new AppError('SERVICE_UNAVAILABLE'),
  })

  return {
    /**
     * Returns a chat as the bytes of a Word file, with the brand of the tenant. Throws `CHAT_EXPORT_TOO_LARGE` beyond the limits,
     * `SERVICE_UNAVAILABLE` when too many wait, and the reason of the signal.
     */
    async writeWord(actor: Actor, content: WordContent, signal: AbortSignal): Promise<Uint8Array> {
      if (content.chat.messages.length > maxMessages) throw new AppError('CHAT_EXPORT_TOO_LARGE')
      const { name, logo } = await tenants.getOwnTenant(actor)
      const names = presentText(name)
      const brand = { name: names[actor.language] ?? names.default, logo }
      return turns.run(actor.id, () => run({ ...content, language: actor.language, brand }, signal), signal)
    },
  }
}
